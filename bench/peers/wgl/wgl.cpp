// The algorithms of A. Horn and D. Kroening, "Faster linearizability checking via
// P-compositionality" (FORTE 2015), written from the paper as a baseline: WGL (Algorithms 1 and 2),
// WGL with a bounded least-recently-used cache (Section 5.1), and WGL after partition by key
// (Algorithm 3), for a set of integers below 64.
//
//   wgl [--partition] [--lru CONFIGURATIONS] [--deadline MS] [--runs N] [--enough MS] [--warm-up MS] [--slow MS] FILE
//
// FILE is the benchmark's interchange: TAB-separated lines "history TYPE N", "call ID SESSION METHOD
// ARGUMENT", "return ID RESULT", in the order of events. Prints one line of JSON.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iostream>
#include <list>
#include <memory>
#include <new>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

using Clock = std::chrono::steady_clock;

static double since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

static double cpuMilliseconds() { return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// ---------------------------------------------------------------------------------------------
// Histories: doubly-linked entries (Section 4)

enum class Method : uint8_t { add, remove, contains };

struct Entry {
  Entry* prev = nullptr;
  Entry* next = nullptr;
  Entry* match = nullptr;  // of a call: its return; of a return: null
  uint32_t id = 0;         // of the operation, 0 … N − 1 within one (sub-)history
  Method method = Method::contains;
  uint8_t key = 0;
  bool result = false;
};

struct Event {
  uint32_t operation;
  bool isCall;
};

struct Operation {
  Method method;
  uint8_t key;
  bool result;
};

struct History {
  std::vector<Operation> operations;
  std::vector<Event> events;
};

/** A history as linked entries; entries[0] is the head, before the first event. */
struct Linked {
  std::vector<Entry> entries;
  uint32_t operations = 0;
};

static Linked link(const History& history) {
  Linked linked;
  linked.operations = static_cast<uint32_t>(history.operations.size());
  linked.entries.resize(history.events.size() + 1);
  std::vector<Entry*> callOf(history.operations.size(), nullptr);
  for (size_t i = 0; i < history.events.size(); ++i) {
    Entry& entry = linked.entries[i + 1];
    const Event& event = history.events[i];
    const Operation& operation = history.operations[event.operation];
    entry.id = event.operation;
    entry.method = operation.method;
    entry.key = operation.key;
    entry.result = operation.result;
    entry.prev = &linked.entries[i];
    linked.entries[i].next = &entry;
    if (event.isCall) callOf[event.operation] = &entry;
    else callOf[event.operation]->match = &entry;
  }
  return linked;
}

/** Algorithm 2, LIFT: takes a call and its return out of the list. */
static void lift(Entry* entry) {
  entry->prev->next = entry->next;
  entry->next->prev = entry->prev;
  Entry* match = entry->match;
  match->prev->next = match->next;
  if (match->next != nullptr) match->next->prev = match->prev;
}

/** Algorithm 2, UNLIFT: puts them back, in constant time. */
static void unlift(Entry* entry) {
  Entry* match = entry->match;
  match->prev->next = match;
  if (match->next != nullptr) match->next->prev = match;
  entry->prev->next = entry;
  entry->next->prev = entry;
}

constexpr unsigned keys = 64;

/**
 * Algorithm 3, PARTITION: threads the entries of one history into one list per key. Each list gets
 * a head of its own, and its operations are numbered anew so that bitsets are as short as they can be.
 */
static std::vector<std::pair<Entry*, uint32_t>> partition(Linked& linked, std::vector<Entry>& heads) {
  heads.assign(keys, Entry{});
  std::vector<Entry*> last(keys);
  for (unsigned i = 0; i < keys; ++i) last[i] = &heads[i];
  std::vector<uint32_t> count(keys, 0);
  for (Entry* entry = linked.entries[0].next; entry != nullptr;) {
    const unsigned i = entry->key;
    Entry* next = entry->next;
    last[i]->next = entry;
    entry->prev = last[i];
    entry->next = nullptr;
    last[i] = entry;
    if (entry->match != nullptr) entry->id = count[i]++;
    entry = next;
  }
  std::vector<std::pair<Entry*, uint32_t>> parts;
  for (unsigned i = 0; i < keys; ++i)
    if (count[i] > 0) parts.emplace_back(&heads[i], count[i]);
  return parts;
}

// ---------------------------------------------------------------------------------------------
// The specification: a set of integers below 64, persistent because it is one word

using State = uint64_t;

static bool apply(const Entry& entry, State state, State& after) {
  const State bit = State{1} << entry.key;
  const bool present = (state & bit) != 0;
  switch (entry.method) {
    case Method::add:
      after = state | bit;
      return entry.result == !present;
    case Method::remove:
      after = state & ~bit;
      return entry.result == present;
    default:
      after = state;
      return entry.result == present;
  }
}

// ---------------------------------------------------------------------------------------------
// Configurations: a bitset of linearized operations and a state (Section 5.1)

/** A random word per operation: the hash of a set is their XOR, so one insertion costs one XOR. */
struct Zobrist {
  std::vector<uint64_t> words;
  explicit Zobrist(size_t size) : words(size) {
    std::mt19937_64 random(1);
    for (uint64_t& word : words) word = random();
  }
};

struct Configuration {
  std::unique_ptr<uint64_t[]> linearized;
  State state;
};

/** The cache of seen configurations: hash first, then exact comparison. Optionally bounded. */
class Cache {
 public:
  Cache(size_t words, size_t limit) : words_(words), limit_(limit) {}

  /** Whether the configuration is new; if so, it is stored. */
  bool insert(uint64_t hash, const std::vector<uint64_t>& linearized, State state) {
    const uint64_t key = hash ^ (state * 0x9e3779b97f4a7c15u);
    const auto range = index_.equal_range(key);
    for (auto it = range.first; it != range.second; ++it) {
      const Configuration& known = it->second->second;
      if (known.state != state) continue;
      if (std::memcmp(known.linearized.get(), linearized.data(), words_ * sizeof(uint64_t)) != 0) continue;
      if (limit_ > 0) order_.splice(order_.begin(), order_, it->second);  // most recently used
      return false;
    }
    if (limit_ > 0 && order_.size() >= limit_) evict();
    Configuration fresh{std::make_unique<uint64_t[]>(words_), state};
    std::memcpy(fresh.linearized.get(), linearized.data(), words_ * sizeof(uint64_t));
    order_.emplace_front(key, std::move(fresh));
    index_.emplace(key, order_.begin());
    return true;
  }

 private:
  using Order = std::list<std::pair<uint64_t, Configuration>>;

  void evict() {
    const auto oldest = std::prev(order_.end());
    const auto range = index_.equal_range(oldest->first);
    for (auto it = range.first; it != range.second; ++it)
      if (it->second == oldest) {
        index_.erase(it);
        break;
      }
    order_.erase(oldest);
  }

  size_t words_;
  size_t limit_;  // 0: unbounded
  Order order_;
  std::unordered_multimap<uint64_t, Order::iterator> index_;
};

// ---------------------------------------------------------------------------------------------
// Algorithm 1

enum class Verdict { satisfied, violated, unknown };

static Verdict wgl(Entry* head, uint32_t operations, size_t cacheLimit, Clock::time_point deadline) {
  const size_t words = (operations + 63) / 64;
  const Zobrist zobrist(operations);
  std::vector<uint64_t> linearized(words, 0);
  uint64_t hash = 0;
  Cache cache(words, cacheLimit);
  std::vector<std::pair<Entry*, State>> calls;
  State state = 0;
  Entry* entry = head->next;
  uint64_t steps = 0;
  while (head->next != nullptr) {
    if ((++steps & 1023) == 0 && Clock::now() > deadline) return Verdict::unknown;
    if (entry->match != nullptr) {
      State after;
      bool fresh = false;
      if (apply(*entry, state, after)) {
        linearized[entry->id / 64] |= uint64_t{1} << (entry->id % 64);
        fresh = cache.insert(hash ^ zobrist.words[entry->id], linearized, after);
        if (!fresh) linearized[entry->id / 64] &= ~(uint64_t{1} << (entry->id % 64));
      }
      if (fresh) {
        hash ^= zobrist.words[entry->id];
        calls.emplace_back(entry, state);
        state = after;
        lift(entry);
        entry = head->next;
      } else {
        entry = entry->next;
      }
    } else {
      if (calls.empty()) return Verdict::violated;
      entry = calls.back().first;
      state = calls.back().second;
      calls.pop_back();
      linearized[entry->id / 64] &= ~(uint64_t{1} << (entry->id % 64));
      hash ^= zobrist.words[entry->id];
      unlift(entry);
      entry = entry->next;
    }
  }
  return Verdict::satisfied;
}

static Verdict check(const History& history, bool byKey, size_t cacheLimit, Clock::time_point deadline) {
  Linked linked = link(history);
  if (!byKey) return wgl(&linked.entries[0], linked.operations, cacheLimit, deadline);
  std::vector<Entry> heads;
  for (const auto& part : partition(linked, heads)) {
    const Verdict verdict = wgl(part.first, part.second, cacheLimit, deadline);
    if (verdict != Verdict::satisfied) return verdict;
  }
  return Verdict::satisfied;
}

// ---------------------------------------------------------------------------------------------
// Input, memory, output

static Method methodOf(const std::string& name) {
  if (name == "add") return Method::add;
  if (name == "remove") return Method::remove;
  if (name == "contains") return Method::contains;
  throw std::runtime_error("no method " + name + ": this baseline knows add, remove and contains");
}

static std::vector<History> readHistories(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::vector<History> histories;
  std::string line;
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    std::string kind;
    fields >> kind;
    if (kind == "history") {
      std::string type;
      size_t size = 0;
      fields >> type >> size;
      if (type != "set") throw std::runtime_error("no type " + type + ": this baseline knows set");
      histories.emplace_back();
      histories.back().operations.resize(size);
      histories.back().events.reserve(2 * size);
      continue;
    }
    History& history = histories.back();
    uint32_t id = 0;
    fields >> id;
    Operation& operation = history.operations.at(id);
    history.events.push_back({id, kind == "call"});
    if (kind == "call") {
      std::string session, method;
      unsigned key = 0;
      fields >> session >> method >> key;
      if (key >= keys) throw std::runtime_error("values must be below 64");
      operation.method = methodOf(method);
      operation.key = static_cast<uint8_t>(key);
    } else {
      std::string result;
      fields >> result;
      operation.result = result == "true";
    }
  }
  for (const History& history : histories)
    if (history.events.size() != 2 * history.operations.size())
      throw std::runtime_error("this baseline takes no pending operations");
  return histories;
}

/** VmRSS (now) or VmHWM (peak) in bytes; 0 where there is no /proc. */
static int64_t residentBytes(const std::string& field) {
  std::ifstream status("/proc/self/status");
  std::string line;
  while (std::getline(status, line))
    if (line.compare(0, field.size() + 1, field + ":") == 0)
      return std::strtoll(line.c_str() + field.size() + 1, nullptr, 10) << 10;
  return 0;
}

/** Makes the kernel forget the highest resident size so far (Linux; elsewhere in vain). */
static void resetPeak() { std::ofstream("/proc/self/clear_refs") << "5"; }

static const char* nameOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::satisfied: return "satisfied";
    case Verdict::violated: return "violated";
    default: return "unknown";
  }
}

int main(int argc, char** argv) {
  bool byKey = false;
  size_t cacheLimit = 0;
  double deadline = 60000, warmUp = 500, slow = 2000, enough = 300;
  int runs = 5;
  std::string path;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--partition") byKey = true;
    else if (word == "--lru") cacheLimit = std::strtoull(argv[++i], nullptr, 10);
    else if (word == "--deadline") deadline = std::atof(argv[++i]);
    else if (word == "--runs") runs = std::atoi(argv[++i]);
    else if (word == "--enough") enough = std::atof(argv[++i]);
    else if (word == "--warm-up") warmUp = std::atof(argv[++i]);
    else if (word == "--slow") slow = std::atof(argv[++i]);
    else path = word;
  }
  try {
    const auto loading = Clock::now();
    const std::vector<History> histories = readHistories(path);
    const double loadMilliseconds = since(loading);
    std::vector<Verdict> verdicts;
    const auto checkAll = [&]() {
      verdicts.clear();
      const auto start = Clock::now();
      const auto end = start + std::chrono::microseconds(static_cast<int64_t>(deadline * 1000));
      for (const History& history : histories) verdicts.push_back(check(history, byKey, cacheLimit, end));
      return since(start);
    };
    resetPeak();
    const int64_t before = residentBytes("VmRSS");
    const double cpuBefore = cpuMilliseconds();
    const double first = checkAll();
    const int64_t peak = residentBytes("VmHWM");
    std::vector<double> timed, cpu{cpuMilliseconds() - cpuBefore};
    if (cpu[0] > slow) timed.push_back(first);
    else {
      for (double spent = cpu[0]; spent < warmUp;) {
        const double start = cpuMilliseconds();
        checkAll();
        spent += std::max(cpuMilliseconds() - start, 0.05);
      }
      cpu.clear();
      double spent = 0;
      for (int run = 0; run < runs || (spent < enough && run < 101); ++run) {
        const double start = cpuMilliseconds();
        timed.push_back(checkAll());
        cpu.push_back(cpuMilliseconds() - start);
        spent += cpu.back();
      }
    }
    std::cout << "{\"verdicts\":[";
    for (size_t i = 0; i < verdicts.size(); ++i)
      std::cout << (i == 0 ? "\"" : ",\"") << nameOf(verdicts[i]) << '"';
    const auto print = [](const char* name, const std::vector<double>& values) {
      std::cout << ",\"" << name << "\":[";
      for (size_t i = 0; i < values.size(); ++i) std::cout << (i == 0 ? "" : ",") << values[i];
      std::cout << ']';
    };
    std::cout << "],\"first\":" << first;
    print("milliseconds", timed);
    print("cpuMilliseconds", cpu);
    std::cout << ",\"loadMilliseconds\":" << loadMilliseconds
              << ",\"memoryBytes\":" << std::max<int64_t>(0, peak - before) << ",\"peakMemoryBytes\":" << peak
              << "}\n";
  } catch (const std::bad_alloc&) {
    std::cerr << "out of memory\n";
    return 3;
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
