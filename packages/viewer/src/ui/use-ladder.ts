import { useEffect, useMemo, useState } from "preact/hooks";
import { type Rung, rungsFor } from "../ladder/rungs.js";
import { Cancelled, type Office } from "../work/office.js";
import type { Standing } from "./ladder.js";
import type { Loaded } from "./loaded.js";

/** Longer histories are checked for all criteria only when asked. */
const BY_ITSELF = 2000;
/** The most seconds for each criterion. */
const SECONDS = 5;

export interface LadderState {
  readonly rungs: readonly Rung[];
  readonly standings: ReadonlyMap<string, Standing>;
  readonly onStart: (() => void) | undefined;
}

/** Checks a history for all criteria of its lattice, one after the other, in the background. */
export function useLadder(newOffice: () => Office, { history, type, result }: Loaded): LadderState {
  const office = useMemo(newOffice, []);
  const [standings, setStandings] = useState<ReadonlyMap<string, Standing>>(new Map());
  const [started, setStarted] = useState<object>();
  const rungs = useMemo(() => rungsFor(type ?? history.type, history.timed), [history, type]);
  const mayStart = history.size <= BY_ITSELF || started === history;

  useEffect(() => {
    setStandings(new Map());
    if (!mayStart) return;
    const put = (name: string, standing: Standing): void =>
      setStandings((now) => new Map(now).set(name, standing));
    const climb = async (): Promise<void> => {
      for (const { name } of rungs) {
        put(name, "asked");
        try {
          put(name, {
            result: await office.ask("check", { history, type, criterion: name, seconds: SECONDS }),
          });
        } catch (error) {
          if (error instanceof Cancelled) return;
          put(name, { error: (error as Error).message });
        }
      }
    };
    void climb();
    return () => office.cancel();
  }, [history, type, mayStart]);

  const known = useMemo(
    () => (result === undefined ? standings : new Map(standings).set(result.criterion, { result })),
    [standings, result],
  );
  return { rungs, standings: known, onStart: mayStart ? undefined : () => setStarted(history) };
}
