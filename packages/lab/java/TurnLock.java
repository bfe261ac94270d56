package sightline;

import java.util.concurrent.locks.ReentrantLock;

/** A lock that tells in which order it was taken (POPL'19 Fig. 5, right). */
public final class TurnLock {
  private final ReentrantLock lock = new ReentrantLock();
  private int turns;

  /** Takes the lock; how many had it before. Who has it may wait for ever: so this can be interrupted. */
  public int lock() throws InterruptedException {
    lock.lockInterruptibly();
    return turns++;
  }

  public Object unlock() {
    lock.unlock();
    return null;
  }
}
