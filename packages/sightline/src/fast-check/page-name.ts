/** How many properties there are so far. */
let properties = 0;

/** The name of a property's page: the last that fails while fast-check shrinks is the smallest, and is kept. */
export const pageName = (): string => `fast-check-${process.pid}-${++properties}`;
