import { describe, expect, test } from "vitest";
import { check } from "../check.js";
import { parseHistory } from "../history/parse-history.js";
import { compare } from "../history/value.js";
import { createRandom } from "../random.js";
import { type Exact, exactOrder, exactValue, sum } from "./exact.js";
import { levelNames } from "../criteria/levels.js";

const MOST = Number.MAX_SAFE_INTEGER; // 2^53 - 1

const verdict = (text: string, criterion = "sequential") => check(parseHistory(text), { criterion }).verdict;

describe("sums beyond 2^53 are exact", () => {
  test("as bigints are, there and back again", () => {
    const random = createRandom(1);
    const seen: [Exact, bigint][] = [];
    for (let run = 0; run < 200; run++) {
      let [state, reference] = [0 as Exact, 0n];
      for (let steps = 0; steps < 12; steps++) {
        const by = random.pick([MOST, -MOST, MOST - 1, 1, -1, 0, 1 - MOST, random.int(9)]);
        state = sum(state, by);
        reference += BigInt(by);
        expect(BigInt(state)).toBe(reference);
        const isSmall = reference <= BigInt(MOST) && reference >= -BigInt(MOST);
        expect(exactValue(state)).toBe(isSmall ? Number(reference) : String(reference));
        seen.push([state, reference]);
      }
    }
    const place = (exact: Exact) => (typeof exact === "number" ? [exact] : exactOrder(exact));
    for (let i = 1; i < seen.length; i++) {
      const [[a, exactA], [b, exactB]] = [seen[i - 1], seen[i]];
      expect(Math.sign(compare(place(a), place(b)))).toBe(exactA < exactB ? -1 : exactA > exactB ? 1 : 0);
    }
  });

  test("a counter", () => {
    expect(verdict(`counter { inc(${MOST}) } || { inc(1) }`)).toBe("satisfied");
    expect(verdict(`counter { inc(${MOST}); inc(1); read() => "9007199254740992" }`)).toBe("satisfied");
    expect(verdict(`counter { inc(${MOST}); inc(1); read() => ${MOST} }`)).toBe("violated");
    // Some orders stay below 2^53, others do not.
    expect(verdict(`counter { inc(${MOST}); read() => 0; inc(5) } || { dec(${MOST}) }`)).toBe("satisfied");
    expect(
      verdict(
        `counter { inc(${MOST}); inc(${MOST}); inc(${MOST}); dec(${MOST}); read() => "18014398509481982" }`,
      ),
    ).toBe("satisfied");
  });

  test.each(["priority-queue", "rpq"])("the priorities of a %s", (type) => {
    const grown = `add(a,${MOST}); incrby(a,${MOST}); add(b,${MOST}); incrby(b,1)`;
    expect(verdict(`${type} { ${grown}; max() => [a,"18014398509481982"] }`)).toBe("satisfied");
    expect(verdict(`${type} { ${grown}; score(b) => "9007199254740992" }`)).toBe("satisfied");
    expect(verdict(`${type} { ${grown}; rem(a); max() => [b,"9007199254740992"] }`)).toBe("satisfied");
    expect(verdict(`${type} { ${grown}; incrby(b,-1); max() => [b,${MOST}] }`)).toBe("violated");
    expect(verdict(`${type} { add(a,${-MOST}); incrby(a,-2); add(b,-5); max() => [b,-5] }`)).toBe(
      "satisfied",
    );
    expect(verdict(`${type} { add(a,${MOST}) } || { incrby(a,1); incrby(a,-1) }`)).toBe("satisfied");
  });

  test.each(levelNames)("at level %s", (level) => {
    expect(verdict(`counter { inc(${MOST}); read() => "9007199254740992" } || { inc(1) }`, level)).toBe(
      "satisfied",
    );
    expect(
      verdict(`rpq { incrby(a,${MOST}); score(a) => "9007199254740992" } || { incrby(a,1) }`, level),
    ).toBe("satisfied");
  });

  test("arguments beyond 2^53 are refused: their digits may be lost already", () => {
    expect(() => check(parseHistory('counter { inc("9007199254740993") }'))).toThrow(
      /an integer below 2\^53/,
    );
  });
});
