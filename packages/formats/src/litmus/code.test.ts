import { printHistory } from "@sightline/core";
import { describe, expect, test } from "vitest";
import { readError, readOne } from "@sightline/testing/formats/read-all.js";

/** A test of one thread, its instructions on lines from 4 on. */
const x86 = (code: string, condition = "true", initial = "", architecture = "X86"): string =>
  `${architecture} T\n{ ${initial} }\n P0 ;\n${code
    .split(";")
    .map((instruction) => ` ${instruction.trim()} ;`)
    .join("\n")}\nexists (${condition})`;

const x64 = (code: string, condition = "true", initial = ""): string =>
  x86(code, condition, initial, "X86_64");

/** A test of one function, its body on line 4. */
const c = (code: string, condition = "true"): string =>
  `C T\n{}\nP0 (int* x, atomic_int *y, volatile int*z) {\n${code}\n}\nexists (${condition})`;

const session = async (text: string): Promise<string> => printHistory(await readOne(text));

describe("x86 code", () => {
  test.each([
    [x86("MOV EAX,$1; MOV [x],EAX; mov ebx , eax; MOVL [y],EBX"), "{ write(x,1); write(y,1) }"],
    [x86("MOV EAX,[x]; MOV [y],EAX", "0:EAX=7"), "{ read(x) => 7; write(y,7) }"],
    [x86("MOV EAX,[x]; MOV EBX,EAX; MOV EAX,[y]", "0:EAX=2 /\\ 0:EBX=1"), "{ read(x) => 1; read(y) => 2 }"],
    [x86("MOV EAX,[x]; MOV EAX,[y]", "0:EAX=2"), "{ read(x); read(y) => 2 }"],
    [x86("MOV EAX,[x]; MOV [y],$-2", "0:rax=-0x3"), "{ read(x) => -3; write(y,-2) }"],
    [x86("MOV [EBX],ECX; MOV EAX,[EBX]", "0:EAX=3", "0:EBX=x; 0:ECX=3;"), "{ write(x,3); read(x) => 3 }"],
    [x86("MOV [x],9007199254740993"), '{ write(x,"9007199254740993") }'],
    [x64("movl $1,(x); movq (y),%rax; movl %eax,(z)", "0:eax=5"), "{ write(x,1); read(y) => 5; write(z,5) }"],
    [
      x86("MOV [x],$1; MFENCE; NOP; LFENCE; SFENCE; ENDBR64; MOV EAX,[y]", "0:EAX=0"),
      "{ write(x,1); fence(); read(y) => 0 }",
    ],
    [x86("MOV EAX,$1; XCHG [x],EAX", "0:EAX=0"), "{ exchange(x,1) => 0 }"],
    [x86("MOV EAX,$1; XCHG EAX,[x]; XCHG EAX,EBX", "0:EBX=4"), "{ exchange(x,1) => 4 }"],
    [x86("XCHG [x],EAX"), "{ exchange(x,0) }"],
    [x86("MOV EAX,$2; LOCK XADD [x],EAX", "0:EAX=5"), "{ exchange(x,7) => 5 }"],
    [x86("MOV EAX,$2; XADD [x],EAX", "0:EAX=5"), "{ read(x) => 5; write(x,7) }"],
    [
      x86("LOCK INC [x]; lock decl [x]; INC [y]"),
      "{ exchange(x,1) => 0; exchange(x,0) => 1; read(y) => 0; write(y,1) }",
    ],
    [x86("MOV EAX,[x]; ADD EAX,$3; SUB EAX,$1; MOV [y],EAX", "0:EAX=9"), "{ read(x) => 7; write(y,9) }"],
    [x86("MOV EBX,$3; SUB EBX,[x]", "0:EBX=1"), "{ read(x) => 2 }"],
    [
      x86(`MOV EAX,[x]; MOV [x],$1; ${"ADD EAX,EAX; ".repeat(64)} MOV [y],EAX`),
      "{ read(x) => 0; write(x,1); write(y,0) }",
    ],
    [x86("MOV EAX,[x]; ADD EAX,EAX; MOV EBX,[x]; ADD EAX,EBX", "0:EAX=0"), "{ read(x) => 0; read(x) => 0 }"],
    [x86("MOV EAX,[x]; XOR EAX,EAX; MOV [x],EAX"), "{ read(x); write(x,0) }"],
    [x86("MOV ECX,$8; LOCK CMPXCHG [x],ECX", "0:EAX=0"), "{ exchange(x,8) => 0 }"],
    [x86("MOV ECX,$8; LOCK CMPXCHG [x],ECX", "0:EAX=3"), "{ exchange(x,3) => 3 }"],
    [x86("MOV EAX,[x]; MOV [y],EAX"), "{ read(x) => 0; write(y,0) }"],
    [
      x64("movl $1,%eax; xchgl %eax,(x); mfence; movl (y),%ebx", "0:eax=0 /\\ 0:ebx=0"),
      "{ exchange(x,1) => 0; fence(); read(y) => 0 }",
    ],
    [
      x64("movq $2,%rcx; lock cmpxchgq (x),%rcx; lock xaddq %rcx,(y)", "0:rax=0 /\\ 0:rcx=1"),
      "{ exchange(x,2) => 0; exchange(y,3) => 1 }",
    ],
    [x64("movq $x,%r8; movl $2,(%r8); movl (%r8),%r9d", "0:r9=2"), "{ write(x,2); read(x) => 2 }"],
  ])("reads %j", async (text, expected) => {
    expect(await session(text)).toBe(`memory ${expected}`);
  });

  test("initial values", async () => {
    const history = await readOne(
      x86("MOV EAX,[x]", "0:EAX=1", "int x=ATOMIC_INIT(1); [y]=0; uint64_t z; int w = -2;"),
    );
    expect(history.initial).toEqual([
      ["x", 1],
      ["w", -2],
    ]);
  });

  test.each([
    [x86("XCHG [x],$1"), "in:4:2: XCHG must have a register and a location, or two registers"],
    [x86("LOCK XADD EBX,EAX"), "in:4:2: XADD must have a location and a register"],
    [x86("MFENCE [x]"), "in:4:2: MFENCE must have no operands"],
    [x86("LOCK INC"), "in:4:2: INC must have one operand"],
    [x86("ADD [x],[y]"), "in:4:10: a move from memory to memory"],
    [x86("lwsync"), "in:4:2: the instruction lwsync is not supported: only MOV, XCHG,"],
    [x86("L0:"), "in:4:2: labels are not supported"],
    [x86("JNE L0"), "in:4:2: JNE is a jump or a test"],
    [x86("XOR EAX,EBX"), "in:4:2: XOR is arithmetic other than addition"],
    [x86("MOVB [x],$1"), "in:4:2: MOVB accesses a part of a location"],
    [x86("MOV [x],AX"), "in:4:10: AX is a part of a register"],
    [x86("MOV [x],[y]"), "in:4:10: a move from memory to memory"],
    [x86("MOV $1,[x]"), 'in:4:6: "$1" is no target of a move: X86 names the target first'],
    [x86("MOV [x+4],$1"), 'in:4:6: "[x+4]" is no address that can be read'],
    [x86("MOV [EAX],$1"), "in:4:6: EAX does not hold the address of a location here"],
    [x86("MOV EAX,$x; ADD EAX,$4; MOV [EAX],$1"), "in:6:6: EAX does not hold the address of a location here"],
    [x86("MOV EAX,$x; ADD EAX,$4; MOV [y],EAX"), "in:6:6: storing an address is not supported"],
    [
      x86("MOV EAX,[x]; ADD EAX,EAX", "0:EAX=3"),
      "in:6:9: what this register is the sum of cannot be told from it",
    ],
    [x86("MOV [x]"), "in:4:2: MOV must have two operands"],
    [x86("MOV [x],foo!"), 'in:4:10: "foo!" is no operand that can be read'],
    [x86("MOV [x],$y"), "in:4:6: storing an address is not supported"],
    [x86("MOV [x],$1 | MOV [y],$1"), "in:4:2: 2 columns, but 1 threads"],
    [x64("movl $1,x"), 'in:4:10: "x" is no operand that can be read: constants are $1, locations (x)'],
    [x86("MOV [x],$1").replace("P0", "Q0"), 'in:3:2: expected a thread such as P0, not "Q0"'],
    [x86("MOV [x],$1").replace("P0", "P0 | P0"), "in:3:7: P0 stands twice"],
  ])("refuses %j", async (text, expected) => {
    expect(await readError(text)).toContain(expected);
  });
});

describe("C code", () => {
  test.each([
    [c("WRITE_ONCE(*x, 1); int r0 = READ_ONCE(*y);", "0:r0=1"), "{ write(x,1); read(y) => 1 }"],
    [
      c(
        "atomic_store_explicit(y,2,memory_order_relaxed);int r0 = atomic_load_explicit(x, memory_order_relaxed);",
        "0:r0=0",
      ),
      "{ write(y,2); read(x) => 0 }",
    ],
    [
      c("*x = 1; int r0 = *z, r1; r1 = *y;", "0:r0=4 /\\ 0:r1=5"),
      "{ write(x,1); read(z) => 4; read(y) => 5 }",
    ],
    [c("r0 = *x; *y = r0; int r2 = r0;", "0:r2=6"), "{ read(x) => 6; write(y,6) }"],
    [c("unsigned long r0 = 3; WRITE_ONCE(*x, r0); READ_ONCE(*y); ;"), "{ write(x,3); read(y) }"],
    [c("WRITE_ONCE(*y, READ_ONCE(*x)); int block = 1;"), "{ read(x) => 0; write(y,0) }"],
    [c("smp_mb(); smp_wmb(); smp_rmb(); barrier(); *x = 1;"), "{ fence(); write(x,1) }"],
    [
      c(
        "atomic_thread_fence(memory_order_seq_cst); atomic_thread_fence(memory_order_acq_rel); atomic_signal_fence(memory_order_seq_cst);",
      ),
      "{ fence() }",
    ],
    [c("smp_store_release(x, 1); int r0 = smp_load_acquire(y);", "0:r0=2"), "{ write(x,1); read(y) => 2 }"],
    [
      c("atomic_store(y, 1); int r0 = atomic_load(y); smp_store_mb(x, 2);"),
      "{ write(y,1); fence(); read(y); write(x,2); fence() }",
    ],
    [
      c(
        "atomic_store_explicit(y, 1, memory_order_seq_cst); int r0 = atomic_load_explicit(y, memory_order_acquire);",
      ),
      "{ write(y,1); fence(); read(y) }",
    ],
    [
      c("int r0 = xchg(x, 1); r1 = atomic_exchange_explicit(y, 2, memory_order_relaxed);", "0:r0=3"),
      "{ exchange(x,1) => 3; exchange(y,2) }",
    ],
    [
      c("int r0 = atomic_fetch_add(y, 2); int r1 = atomic_fetch_add(3, y);", "0:r0=1 /\\ 0:r1=5"),
      "{ exchange(y,3) => 1; exchange(y,8) => 5 }",
    ],
    [
      c("int r0 = atomic_add_return(2, y); int r1 = atomic_inc_return(y);", "0:r0=3 /\\ 0:r1=6"),
      "{ exchange(y,3) => 1; exchange(y,6) => 5 }",
    ],
    [
      c("atomic_inc(y); atomic_sub(2, y); atomic_set(x, 4);"),
      "{ exchange(y,1) => 0; exchange(y,-1) => 1; write(x,4) }",
    ],
    [
      c("int r0 = cmpxchg(x, 0, 1); int r1 = atomic_cmpxchg(y, 0, 1);", "0:r0=0 /\\ 0:r1=7"),
      "{ exchange(x,1) => 0; exchange(y,7) => 7 }",
    ],
    [c("int r_fetch, block = 1; *x = block;"), "{ write(x,1) }"],
  ])("reads %j", async (text, expected) => {
    expect(await session(text)).toBe(`memory ${expected}`);
  });

  test.each([
    [c("int r0 = atomic_load_explicit(y, relaxed);"), "in:4:34: relaxed is no memory order"],
    [c("r0 = smp_mb();"), "in:4:6: smp_mb returns no value"],
    [c("r0 = atomic_inc(y);"), "in:4:6: atomic_inc returns no value"],
    [c("atomic_inc(3);"), "in:4:1: atomic_inc must have a location"],
    [c("atomic_fetch_or(y, 1);"), "in:4:1: atomic_fetch_or is a read-modify-write that cannot be read"],
    [
      c("atomic_compare_exchange_strong(y, x, 1);"),
      "in:4:1: atomic_compare_exchange_strong is a read-modify-write",
    ],
    [c("rcu_read_lock();"), "in:4:1: rcu_read_lock synchronises"],
    [c("r0 = rcu_dereference(x);"), "in:4:6: rcu_dereference synchronises"],
    [c("spin_lock(x);"), "in:4:1: spin_lock synchronises"],
    [c("frobnicate(x);"), "in:4:1: frobnicate is not supported: only READ_ONCE"],
    [c("r0 = WRITE_ONCE(*x, 1);"), "in:4:6: WRITE_ONCE returns no value"],
    [c("if (1) *x = 1;"), "in:4:1: only straight-line code can be read: if is none"],
    [c("while (1) { }"), "in:4:1: only straight-line code can be read: while is none"],
    [c("*x = 1 + 2;"), "in:4:8: arithmetic is not supported"],
    [c("int *p = x;"), "in:4:5: pointer variables are not supported"],
    [c("*w = 1;"), "in:4:2: w does not point to a location here"],
    [c("*x = y;"), "in:4:1: storing an address is not supported"],
    [c("*x = 1"), 'in:5:1: expected ";", not "}"'],
    [c("r0;"), 'in:4:3: expected "=", not ";"'],
    [c("{ }"), 'in:4:1: expected a statement, not "{"'],
    [c("/* never closed"), "in:4:1: this comment does not end"],
    [c("").replace("int* x", "int x"), 'in:3:5: "int x" is no pointer to a location'],
    [c("").replace("P0", "P"), 'in:3:1: expected a thread such as "P0 (int* x) {", not "P"'],
  ])("refuses %j", async (text, expected) => {
    expect(await readError(text)).toContain(expected);
  });
});

describe("initial states and conditions", () => {
  const load = (condition: string, initial = ""): string =>
    x86("MOV EAX,[x]; MOV EBX,$1", condition, initial);
  test.each([
    [load("0:EAX=0 /\\ 0:EAX=1"), "in:6:20: 0:EAX cannot be 1: the test or this outcome makes it 0"],
    [load("0:EBX=2"), "in:6:9: 0:EBX cannot be 2: the test or this outcome makes it 1"],
    [load("0:ECX=1"), "in:6:9: 0:ECX cannot be 1: the test or this outcome makes it 0"],
    [load("0:EDX=1", "0:EDX=x;"), "in:6:9: 0:EDX holds an address, not an integer"],
    [load("1:EAX=1"), "in:6:9: the test T has no thread P1"],
    [load("y=1"), "in:6:9: the test T has no location y"],
    [load("x=1 /\\ [x]=2"), "in:6:16: x cannot be 2 and 1 in one outcome"],
    [load("not true"), "in:6:8: no outcome satisfies this condition"],
    [load("0:EBX<>1"), "in:6:8: no outcome satisfies this condition"],
    [load("not (7:EAX=1)"), "in:6:14: the test T has no thread P7"],
    [load("not (0:EAX=1 \\/ y=1)"), "in:6:25: the test T has no location y"],
    [load("0:EAX=1 => ".repeat(500)), "implications may nest 100 deep, no deeper"],
    [load("true").replace("exists", "locations [1:EAX;] exists"), "in:6:12: the test T has no thread P1"],
    [load("0:EAX<1"), 'in:6:14: a value must be given by "=", not by "<"'],
    [load("~".repeat(500)), "in:6:109: negations may nest 100 deep, no deeper"],
    [load("0:EAX=x"), 'in:6:15: expected an integer (pointers are not supported), not "x"'],
    [load("0:EAX=1" + "(".repeat(3)), 'in:6:16: expected "/\\", "\\/" or ")", not "("'],
    [load("(".repeat(500)), "in:6:109: parentheses may nest 100 deep, no deeper"],
    [load("false"), "in:6:8: no outcome satisfies this condition"],
    [
      load(Array.from({ length: 10 }, () => "(0:EAX=0 \\/ 0:EBX=1)").join(" /\\ ")),
      "more than 1000 outcomes",
    ],
    [
      load("true").replace("exists (true)", ""),
      "expected a condition such as exists (0:EAX=0), not the end of the test",
    ],
    [load("true").replace("exists", "filter"), "in:6:1: filter is not supported"],
    [`${load("true")} more`, 'in:6:15: expected nothing after the condition, not "more"'],
    [load("true", "x=y;"), "in:2:5: a location that holds a pointer is not supported"],
    [load("true", "int *x;"), "in:2:7: a location that holds a pointer is not supported"],
    [load("true", "int x[2];"), "in:2:8: arrays are not supported"],
    [load("true", "x=1; x=2;"), "in:2:8: x has an initial value already"],
    [load("true", "0:EAX=1; 0:rax=1;"), "in:2:12: this register has an initial value already"],
    [load("true", "7:EAX=1;"), "the initial state names thread 7, but there is no P7"],
    [load("true", "x=1 y=2;"), 'in:2:7: expected ";" or "}", not "y"'],
    ["X86 T\n", 'in:1:6: expected the initial state, "{ … }", not the end of the test'],
    [load("true", "(* no end"), "in:2:3: this comment does not end"],
  ])("refuses %j", async (text, expected) => {
    expect(await readError(text)).toContain(expected);
  });

  test("refuses a text that is too long for a test", async () => {
    expect(await readError(load("true", ";".repeat(1 << 18)))).toContain(
      "in:1:1: this test is longer than 262144 characters",
    );
  });
});
