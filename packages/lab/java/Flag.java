package sightline;

/** A volatile variable through which threads of a program synchronise (POPL'19 Fig. 5, left). */
public final class Flag {
  private volatile boolean set;

  public Object set() {
    set = true;
    return null;
  }

  public boolean get() {
    return set;
  }
}
