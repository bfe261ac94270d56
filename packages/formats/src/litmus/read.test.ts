import { printHistory } from "@sightline/core";
import { describe, expect, test } from "vitest";
import { readAll, readError, readOne } from "@sightline/testing/formats/read-all.js";

const sb = `X86 SB
"Fre PodWR Fre PodWR"
{ x=0; y=0; }
 P0          | P1          ;
 MOV [x],$1  | MOV [y],$1  ;
 MOV EAX,[y] | MOV EAX,[x] ;
exists (0:EAX=0 /\\ 1:EAX=0)
`;

const sbLog = `
Test SB Allowed
Histogram (4 states)
40    *>0:EAX=0; 1:EAX=0;
499923:>0:EAX=1; 1:EAX=0;
Observation SB Sometimes 40 999960
`;

/** The same test as litmus7 prints it, with its frame and what the compiler made of it. */
const framed = `%%%%%%%%%%%%%%%%%%%%%%%%%
% Results for SB.litmus %
%%%%%%%%%%%%%%%%%%%%%%%%%
${sb}Generated assembler
##START _litmus_P1
	movl	$1, (%rdi,%rdx)
	movl	(%rdx), %eax
${sbLog}Time SB 0.16

Machine:aiaxe
`;

const mp = `C MP+poonceonces

(*
 * Result: Sometimes
 * P0() sends (* a message *) to P1().
 *)

{}

P0(int *buf, int *flag)
{
	WRITE_ONCE(*buf, 1); // the message
	WRITE_ONCE(*flag, 1);
}

P1(int *buf, int *flag)
{
	int r0;
	int r1;

	r0 = READ_ONCE(*flag); /* seen? */
	r1 = READ_ONCE(*buf);
}

exists (1:r0=1 /\\ 1:r1=0) (* Bad outcome. *)
`;

const mpStates = `Test MP+poonceonces Allowed
States 3
1:r0=0; 1:r1=0;
1:r0=0; 1:r1=1;
1:r0=1; 1:r1=1;
No
Witnesses
Positive: 0 Negative: 3
Condition exists (1:r0=1 /\\ 1:r1=0)
Observation MP+poonceonces Never 0 3
`;

/** The names of an input's histories, and why others are refused. */
const names = async (text: string): Promise<(string | undefined)[]> =>
  (await readAll(text)).map(({ history, error }) => (error === undefined ? history.name : error.message));

describe("litmus", () => {
  test("a test alone: the history with the results of its condition", async () => {
    const history = await readOne(sb);
    expect(history.name).toBe("SB: 0:EAX=0; 1:EAX=0");
    expect(printHistory(history)).toBe("memory { write(x,1); read(y) => 0 } || { write(y,1); read(x) => 0 }");
    expect([...(history.lines ?? [])]).toEqual([5, 6, 5, 6]);
    const message = await readOne(mp);
    expect(message.name).toBe("MP+poonceonces: 1:r0=1; 1:r1=0");
    expect(printHistory(message)).toBe(
      "memory { write(buf,1); write(flag,1) } || { read(flag) => 1; read(buf) => 0 }",
    );
    expect([...(message.lines ?? [])]).toEqual([12, 13, 21, 22]);
  });

  test("~exists and forall name the same histories; registers left out are not observed", async () => {
    for (const word of ["~exists", "forall", "~ exists"])
      expect((await readOne(sb.replace("exists", word))).name).toBe("SB: 0:EAX=0; 1:EAX=0");
    const partial = await readOne(sb.replace("/\\ 1:EAX=0", ""));
    expect(printHistory(partial)).toBe("memory { write(x,1); read(y) => 0 } || { write(y,1); read(x) }");
    const all = await readOne(sb.replace("(0:EAX=0 /\\ 1:EAX=0)", "(true)"));
    expect(all.name).toBe("SB");
  });

  test("what may stand around the code: names, strings, header lines, declarations, comments", async () => {
    const dressed = `# a comment
// from somewhere
X86_64 SB+mfences (SB) "two fences" // a test
"MFencedWR Fre
 MFencedWR Fre"
Cycle=Fre MFencedWR Fre MFencedWR
Com=Fr Fr # of reads
Generator=diy7 (version 7.55+01(dev))
Orig=
{
uint64_t y; uint64_t x; uint64_t 1:rax; unsigned long 0:rax; # registers too
x=0; 0:rax=2; int 0:rbx=x; 1:rcx=1;
}
 P0            | P1            ; // threads
 movq $1,(%rbx) | movq %rcx,(y) ; # stores
 mfence        | mfence        ;
 movq (y),%rax | movq (x),%rax ;
(* what is asked *)
exists (0:rax=0 /\\ (* and *) 1:rax=0) # ?
`;
    const history = await readOne(dressed);
    expect(history.name).toBe("SB+mfences: 0:rax=0; 1:rax=0");
    expect(printHistory(history)).toBe(
      "memory { write(x,1); fence(); read(y) => 0 } || { write(y,1); fence(); read(x) => 0 }",
    );
    const [{ observe }] = await readAll(dressed);
    expect(observe?.("tso")).toMatchObject({
      condition: "exists (0:rax=0 /\\ 1:rax=0)",
      observation: "Never",
    });
    expect((await readOne(sb.replace("{ x=0; y=0; }", "{ int 0:EAX; x=3; int y; }"))).initial).toEqual([
      ["x", 3],
    ]);
    expect((await readOne(sb.replace("/\\", "&&"))).name).toBe("SB: 0:EAX=0; 1:EAX=0");
    const dat3m = sb.replace(/exists.*/u, "forall 0:EAX=0 /\\ 1:EAX=1 \\/ 0:EAX=1 /\\ (1:EAX=0 \\/ 1:EAX=1)");
    expect(await names(dat3m)).toEqual([
      "SB: 0:EAX=0; 1:EAX=1",
      "SB: 0:EAX=1; 1:EAX=0",
      "SB: 0:EAX=1; 1:EAX=1",
    ]);
  });

  test("a disjunction is a history for each disjunct", async () => {
    const condition = "(0:EAX=0 \\/ 0:EAX=0x1) /\\ (1:EAX=0 \\/ (1:EAX=1))";
    expect(await names(sb.replace("(0:EAX=0 /\\ 1:EAX=0)", condition))).toEqual([
      "SB: 0:EAX=0; 1:EAX=0",
      "SB: 0:EAX=0; 1:EAX=1",
      "SB: 0:EAX=1; 1:EAX=0",
      "SB: 0:EAX=1; 1:EAX=1",
    ]);
  });

  test("a log after its test: a history for each state", async () => {
    const expected = ["SB: 0:EAX=0; 1:EAX=0 (40 times)", "SB: 0:EAX=1; 1:EAX=0 (499923 times)"];
    expect(await names(sb + sbLog)).toEqual(expected);
    expect(await names(framed)).toEqual(expected);
    expect(await names(framed.replaceAll("\n", "\r\n"))).toEqual(expected);
    expect(await names(sb + sbLog + sbLog)).toEqual([...expected, ...expected]);
    expect((await readAll(sb + sbLog)).map(({ history }) => history && printHistory(history))).toEqual([
      "memory { write(x,1); read(y) => 0 } || { write(y,1); read(x) => 0 }",
      "memory { write(x,1); read(y) => 1 } || { write(y,1); read(x) => 0 }",
    ]);
  });

  test("many tests in one file, some with logs of herd, some without", async () => {
    const expected = [
      "SB: 0:EAX=0; 1:EAX=0",
      "MP+poonceonces: 1:r0=0; 1:r1=0",
      "MP+poonceonces: 1:r0=0; 1:r1=1",
      "MP+poonceonces: 1:r0=1; 1:r1=1",
    ];
    expect(await names(sb + mp + mpStates)).toEqual(expected);
    expect(await names(sb + mp + mpStates + sb)).toEqual([...expected, expected[0]]);
    for (const size of [1, 7])
      expect((await readAll(framed + mp, {}, size)).map(({ history }) => history?.size)).toEqual([4, 4, 4]);
  });

  test("a log without its test is refused, with what to do", async () => {
    expect(await names(sbLog)).toEqual([
      "in:2:6: this is a log of SB, whose source does not stand before it: put both into one input, such as cat SB.litmus SB.log",
    ]);
    expect(await readError(sbLog.replace("\nTest SB Allowed\n", ""))).toContain(
      "in:2:9: a log without its test: put both into one input",
    );
    const mixed = await names(sb + mpStates);
    expect(mixed[0]).toBe("SB: 0:EAX=0; 1:EAX=0");
    expect(mixed.slice(1)).toEqual([expect.stringContaining("in:8:6: this is a log of MP+poonceonces")]);
  });

  test("states that are wrong, and a log that is cut off", async () => {
    expect(await names(sb + sbLog.replace("499923:>0:EAX=1", "499923:>0:EAX"))).toEqual([
      "SB: 0:EAX=0; 1:EAX=0 (40 times)",
      'in:12:14: expected "=" and a value, not ";"',
    ]);
    expect(await names(sb + sbLog.replace("1:EAX=0;\n4", "7:EAX=0;\n4"))).toEqual([
      "in:11:18: the test SB has no thread P7",
      "SB: 0:EAX=1; 1:EAX=0 (499923 times)",
    ]);
    expect((await names(sb + sbLog.replace(/\nObservation.*/u, ""))).at(-1)).toBe(
      "in:12:1: the input ends amid the states of a log: is it cut off?",
    );
    expect((await names(mp + mpStates.replace("1:r0=0; 1:r1=1;", "1:r0=0 1:r1=1")))[1]).toContain(
      'expected ";" after a value, not "1"',
    );
  });

  test("after a test that is refused, reading goes on with the next", async () => {
    const jumping = sb.replace(" MOV EAX,[y]", " JMP L0     ");
    expect(await names(jumping + sbLog + mp)).toEqual([
      "in:6:2: JMP is a jump or a test: only straight-line code can be read",
      "MP+poonceonces: 1:r0=1; 1:r1=0",
    ]);
    expect(await names(`AArch64 MP\n{ 0:X1=x; }\n P0 ;\n MOV W0,#1 ;\nexists (x=1)\n\n${sb}`)).toEqual([
      "in:1:1: tests for AArch64 are not supported: only X86, X86_64 and C are",
      "SB: 0:EAX=0; 1:EAX=0",
    ]);
  });

  test("--format litmus of what is none", async () => {
    expect(await readError("hello\nworld", { format: "litmus" })).toContain("in: no litmus test here");
    expect((await readOne(sb, { format: "litmus", type: "kv" })).type).toBe("kv");
  });
});
