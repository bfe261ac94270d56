throw new RangeError("not today");
