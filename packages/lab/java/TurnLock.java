package sightline;

import java.util.concurrent.locks.ReentrantLock;

/** A lock that tells in which order it was taken (POPL'19 Fig. 5, right). */
public final class TurnLock {
  private final ReentrantLock lock = new ReentrantLock();
  private int turns;

  /** Takes the lock; how many had it before. */
  public int lock() {
    lock.lock();
    return turns++;
  }

  public Object unlock() {
    lock.unlock();
    return null;
  }
}
