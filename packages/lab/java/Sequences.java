package sightline;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs sequences of calls, each on a fresh object: what the object does when it is used by one at a time. A
 * call that would wait for ever ends its sequence.
 */
final class Sequences {
  private static final long END = -1;

  /** So many looks at whose turn it is before the processor is offered to others. */
  private static final int LOOKS = 1000;

  private final Subject subject;
  private final List<Subject.Call> calls;
  private final List<Object> sequences;

  /** For each sequence the threads that make its calls; null: all are made by one. */
  private final List<Object> threads;

  private final List<Object> answers = new ArrayList<>();
  private final Set<List<?>> blocked = new HashSet<>();
  private final List<Player> players = new ArrayList<>();

  /** The sequence and the call in it whose turn it is; what is below belongs to the player who makes it. */
  private volatile long turn;

  private Object object = null;
  private List<Object> results = new ArrayList<>();

  /** Why there are no answers. */
  private Throwable failure = null;

  private Sequences(Subject subject, Map<String, Object> request) throws Subject.Unsuitable {
    this.subject = subject;
    calls = calls(subject, request);
    sequences = Requests.list(request, "sequences");
    threads = Requests.list(request, "threads");
    turn = beginOf(0);
  }

  /**
   * The results of each of the `sequences` of a request, which are numbers of its `calls`; its `threads`, if
   * there are any, are the numbers of the threads that make them.
   */
  static List<Object> run(Subject subject, Map<String, Object> request)
      throws Subject.Unsuitable, InterruptedException {
    Sequences all = new Sequences(subject, request);
    double hangSeconds = Requests.number(request, "hangSeconds");
    Watch watch = new Watch(hangSeconds);
    for (int number = 0; number < all.countThreads(); number++) all.players.add(all.new Player(number));
    while (all.turn != END) {
      watch.pause();
      long now = all.turn;
      if (now == END) break;
      Player player = all.players.get(all.playerOf(now));
      Watch.Finding finding = watch.look(new long[] {now}, new Sleeper[] {player.sleeper});
      if (finding == Watch.Finding.STANDSTILL) all.settle(player, now);
      else if (finding != Watch.Finding.MOVING) Main.giveUp(finding, hangSeconds, all.describe(player, now));
    }
    if (all.failure instanceof Subject.Unsuitable unsuitable) throw unsuitable;
    if (all.failure != null) throw new IllegalStateException(all.failure);
    return all.answers;
  }

  /** The method that each of the `calls` of a request means. */
  static List<Object> signatures(Subject subject, Map<String, Object> request) throws Subject.Unsuitable {
    List<Object> signatures = new ArrayList<>();
    for (Subject.Call call : calls(subject, request)) signatures.add(Subject.signature(call.method()));
    return signatures;
  }

  private static List<Subject.Call> calls(Subject subject, Map<String, Object> request)
      throws Subject.Unsuitable {
    List<Subject.Call> calls = new ArrayList<>();
    for (Object json : Requests.list(request, "calls")) {
      Map<String, Object> call = Requests.object(json);
      calls.add(subject.resolve((String) call.get("method"), Requests.list(call, "args")));
    }
    return calls;
  }

  private int countThreads() {
    int most = 0;
    if (threads != null)
      for (Object own : threads) for (Object thread : (List<?>) own) most = Math.max(most, (Integer) thread);
    return most + 1;
  }

  /** Makes calls, one after the other, whenever it is its turn. */
  private final class Player {
    final Sleeper sleeper;

    /** Whether the call that it makes was found to wait for ever. */
    volatile boolean isBlocked = false;

    /** Whether another has taken its place. */
    volatile boolean isReplaced = false;

    Player(int number) throws InterruptedException {
      Sleeper[] own = new Sleeper[1];
      java.util.concurrent.CountDownLatch ready = new java.util.concurrent.CountDownLatch(1);
      Thread thread =
          new Thread(
              () -> {
                own[0] = Sleeper.ofCurrentThread();
                ready.countDown();
                play(number);
              },
              "sightline-player-" + number);
      thread.setDaemon(true);
      thread.start();
      ready.await();
      sleeper = own[0];
    }

    private void play(int number) {
      for (int looks = 0; !isReplaced; looks++) {
        long now = turn;
        if (now == END) return;
        if (playerOf(now) != number) {
          if (looks < LOOKS) Thread.onSpinWait();
          else Thread.yield();
          continue;
        }
        looks = 0;
        long next;
        try {
          next = make(this, now);
        } catch (Throwable exception) { // of ours: what a call throws is its result
          failure = exception;
          next = END;
        }
        if (isReplaced) return;
        turn = next;
        if (next == END) LockSupport.unpark(Main.thread());
      }
    }
  }

  /** Makes a call, and tells whose turn it is then. */
  private long make(Player player, long now) throws Subject.Unsuitable {
    int sequence = sequenceOf(now);
    int index = indexOf(now);
    List<?> own = (List<?>) sequences.get(sequence);
    if (index == 0) {
      object = null;
      object = subject.create();
    }
    if (own.isEmpty()) return endSequence(sequence);
    if (!blocked.isEmpty() && blocked.contains(prefix(sequence, index))) return endBlocked(sequence, index);
    Object result = Result.json(calls.get((Integer) own.get(index)).invokeOn(object));
    if (player.isReplaced) return now;
    if (player.isBlocked) {
      player.isBlocked = false;
      Thread.interrupted();
      return endBlocked(sequence, index);
    }
    results.add(result);
    return index + 1 < own.size() ? now + 1 : endSequence(sequence);
  }

  private long endBlocked(int sequence, int index) {
    blocked.add(prefix(sequence, index));
    results.add(Result.json(Result.BLOCKED));
    return endSequence(sequence);
  }

  private long endSequence(int sequence) {
    answers.add(results);
    results = new ArrayList<>();
    return beginOf(sequence + 1);
  }

  /** The calls up to one, with those who make them: what is known to block need not be tried again. */
  private List<?> prefix(int sequence, int index) {
    List<?> own = ((List<?>) sequences.get(sequence)).subList(0, index + 1);
    return threads == null ? own : List.of(own, ((List<?>) threads.get(sequence)).subList(0, index + 1));
  }

  /** The call waits for ever: its thread is freed by an interrupt or, if it does not heed it, replaced. */
  private void settle(Player player, long now) throws InterruptedException {
    if (object == null) {
      failure = new Subject.Unsuitable("the constructor of " + subject.type.getName() + " waits for ever");
      turn = END;
    } else if (!player.isBlocked) {
      player.isBlocked = true;
      player.sleeper.thread.interrupt();
    } else {
      player.isReplaced = true;
      int number = playerOf(now);
      turn = endBlocked(sequenceOf(now), indexOf(now));
      players.set(number, new Player(number));
    }
  }

  private long beginOf(int sequence) {
    return sequence == sequences.size() ? END : (long) sequence << 32;
  }

  private static int sequenceOf(long turn) {
    return (int) (turn >>> 32);
  }

  private static int indexOf(long turn) {
    return (int) turn;
  }

  private int playerOf(long turn) {
    List<?> own = threads == null ? List.of() : (List<?>) threads.get(sequenceOf(turn));
    return own.isEmpty() ? 0 : (Integer) own.get(indexOf(turn));
  }

  private String describe(Player player, long now) {
    String text = "the constructor";
    if (object != null) {
      Subject.Call call = calls.get((Integer) ((List<?>) sequences.get(sequenceOf(now))).get(indexOf(now)));
      text = Subject.text(call.method().getName(), call.arguments());
    }
    return Stacks.of(player.sleeper.thread, text, Sequences.class.getName(), "");
  }
}
