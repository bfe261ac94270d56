import type { Result } from "@sightline/core";
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { toFragment } from "../document/share.js";
import { choicesOf, isFiltering, matches, nextMatch, noFilter } from "../search/filter.js";
import { keepInRows } from "../timeline/rows.js";
import { pathOf, sceneOf } from "../timeline/scene.js";
import { type ScaleName, scalesOf } from "../timeline/extents.js";
import { Cancelled, type Office } from "../work/office.js";
import { count } from "../text/clip.js";
import { Details } from "./details.js";
import { Edit } from "./edit.js";
import { Header } from "./header.js";
import { Ladder } from "./ladder.js";
import { documentOf, firstScale, isCoreLost, type Loaded, reasonOf } from "./loaded.js";
import { Open } from "./open.js";
import { Operations } from "./operations.js";
import { Order } from "./order.js";
import { type Entry, readText } from "./entries.js";
import { Search } from "./search.js";
import { type Focus, TimelineView } from "./timeline-view.js";
import { useCatalogue } from "./use-catalogue.js";
import { useLadder } from "./use-ladder.js";
import { useStates } from "./use-states.js";
import { useTheme } from "./use-theme.js";
import { Verdict } from "./verdict.js";
import { type Reading, Why } from "./why.js";
import { textsOf } from "../document/texts.js";

export interface AppProps {
  readonly entries: readonly Entry[];
  readonly newOffice: () => Office;
  /** Whether the page has a document to read besides. */
  readonly hasReport: boolean;
  readonly onReport: () => void;
  readonly onSave: (document: ReturnType<typeof documentOf>) => Promise<void>;
  readonly onFragment: () => Promise<Loaded | undefined>;
}

type Tab = "why" | "order" | "ladder" | "operations" | "edit";

/** The whole page. */
export function App(props: AppProps) {
  const { entries: given, newOffice, onFragment } = props;
  const office = useMemo(newOffice, []);
  const [entries, setEntries] = useState(given);
  const [entry, setEntry] = useState(0);
  const [loaded, setLoaded] = useState<Loaded>();
  const [isOpening, setOpening] = useState(false);
  const [busy, setBusy] = useState<number>();
  const [error, setError] = useState<string>();
  const theme = useTheme();
  const catalogue = useCatalogue(newOffice);

  const check = useCallback(
    async (asked: Loaded): Promise<void> => {
      setLoaded(asked);
      setError(undefined);
      setBusy(0);
      try {
        const { history, type, criterion } = asked;
        const result = await office.ask("check", { history, type, criterion }, setBusy);
        setLoaded((now) => (now === asked ? { ...asked, criterion: result.criterion, result } : now));
        setBusy(undefined);
      } catch (failure) {
        if (!(failure instanceof Cancelled)) setError((failure as Error).message);
        setBusy(undefined);
      }
    },
    [office],
  );
  const cancel = (): void => office.cancel();

  /** Shows what was loaded, and checks it where nobody has. */
  const show = useCallback(
    (next: Loaded): void => {
      cancel();
      setOpening(false);
      setError(undefined);
      if (next.result === undefined) void check(next);
      else setLoaded(next);
    },
    [check],
  );
  const choose = useCallback(
    async (list: readonly Entry[], at: number): Promise<void> => {
      setEntry(at);
      try {
        show(await list[at].load());
      } catch (failure) {
        setError((failure as Error).message);
      }
    },
    [show],
  );
  const add = async (bytes: Uint8Array, title: string, type: string | undefined): Promise<void> => {
    try {
      const found = await readText(office, bytes, title, type);
      setEntries(found);
      await choose(found, 0);
    } catch (failure) {
      if (!(failure instanceof Cancelled)) setError((failure as Error).message);
    }
  };
  const addFile = async (file: File, type?: string): Promise<void> =>
    add(new Uint8Array(await file.arrayBuffer()), file.name, type);

  useEffect(() => {
    const open = async (): Promise<void> => {
      try {
        const shared = await onFragment();
        if (shared !== undefined) show(shared);
        else if (entries.length > 0) await choose(entries, 0);
        else setOpening(true);
      } catch (failure) {
        setOpening(true);
        setError((failure as Error).message);
      }
    };
    void open();
  }, []);

  const [isDropping, setDropping] = useState(false);
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setDropping(false);
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData("text/plain");
    if (file !== undefined) void addFile(file);
    else if (text) void add(new TextEncoder().encode(text), "text", undefined);
  };

  return (
    <div
      class={`app${isDropping ? " dropping" : ""}`}
      onDragOver={(event) => {
        event.preventDefault();
        setDropping(true);
      }}
      onDragLeave={() => setDropping(false)}
      onDrop={onDrop}
    >
      <Header
        {...props}
        entries={entries}
        entry={entry}
        onChoose={(at) => void choose(entries, at)}
        loaded={loaded}
        isOpening={isOpening}
        onOpen={() => setOpening(!isOpening)}
        theme={theme}
        share={async () => (loaded === undefined ? "" : toFragment(documentOf(loaded)))}
      />
      {isOpening || loaded === undefined ? (
        <Open
          types={catalogue.types}
          error={error}
          onText={(text, title, type) => void add(new TextEncoder().encode(text), title, type)}
          onFile={(file, type) => void addFile(file, type)}
        />
      ) : (
        <Shown
          key={loaded.title + entry}
          criteria={catalogue.criteria}
          loaded={loaded}
          newOffice={newOffice}
          busy={busy}
          error={error}
          theme={theme.name}
          onCancel={cancel}
          onCheck={(criterion, type) => void check({ ...loaded, criterion, type, result: undefined })}
          onResult={(result) => {
            cancel();
            setLoaded({ ...loaded, criterion: result.criterion, result });
          }}
          onEdited={(history, result) =>
            setLoaded({ ...loaded, history, texts: textsOf(history), criterion: result.criterion, result })
          }
        />
      )}
    </div>
  );
}

interface ShownProps {
  readonly criteria: Readonly<Record<string, string>>;
  readonly loaded: Loaded;
  readonly newOffice: () => Office;
  readonly busy: number | undefined;
  readonly error: string | undefined;
  readonly theme: string;
  readonly onCancel: () => void;
  readonly onCheck: (criterion: string | undefined, type: string | undefined) => void;
  readonly onResult: (result: Result) => void;
  readonly onEdited: (history: Loaded["history"], result: Result) => void;
}

/** A history and what is known about it. */
function Shown({
  criteria,
  loaded,
  newOffice,
  busy,
  error,
  theme,
  onCancel,
  onCheck,
  onResult,
  onEdited,
}: ShownProps) {
  const { history, texts, result } = loaded;
  const reason = useMemo(() => reasonOf(history, result), [history, result]);
  const [scope, setScope] = useState<"core" | "whole">("whole");
  const [scale, setScale] = useState<ScaleName>(() => firstScale(history, reason));
  const [focus, setFocus] = useState<Focus>({ ids: "all" });
  const [filter, setFilter] = useState(noFilter);
  const [selected, setSelected] = useState(-1);
  const [hovered, setHovered] = useState(-1);
  const [reading, setReading] = useState<Reading>({ kind: "nothing" });
  const [tab, setTab] = useState<Tab>("why");
  const [showsPath, setShowsPath] = useState(true);
  const ladder = useLadder(newOffice, loaded);

  // A new result: the violation first.
  useEffect(() => {
    setScope(isCoreLost(history, reason) ? "core" : "whole");
    setScale(firstScale(history, reason));
    setFocus({ ids: reason.around.length > 0 ? reason.around : "all" });
    const hasCircle = result?.verdict === "violated" && result.violation.cycle !== undefined;
    setReading(
      reason.steps.length > 0 && !hasCircle ? { kind: "step", step: 0, because: -1 } : { kind: "nothing" },
    );
    setSelected((now) => (now < history.size ? now : -1));
    setTab((now) => {
      if (now === "edit" || now === "ladder" || now === "operations") return now;
      return result?.verdict === "satisfied" ? "order" : "why";
    });
  }, [history, result]);

  const scene = useMemo(
    () =>
      sceneOf(
        history,
        texts,
        scale,
        scope === "core" && reason.around.length > 0 ? reason.around : undefined,
      ),
    [history, texts, scale, scope, reason],
  );
  const fits = useMemo(
    () => (isFiltering(filter) ? matches(history, texts, filter) : undefined),
    [history, texts, filter],
  );
  const found = useMemo(
    () => (fits === undefined ? undefined : keepInRows(scene.rows, (id) => fits[id] === 1)),
    [scene, fits],
  );
  const foundIds = useMemo(() => {
    if (fits === undefined) return Array.from(scene.extents.ids);
    return Array.from(scene.extents.ids).filter((id) => fits[id] === 1);
  }, [scene, fits]);
  const choices = useMemo(() => choicesOf(history), [history]);

  const edges = useMemo(() => {
    if (result?.verdict !== "violated") return [];
    if (reading.kind === "edge") {
      const edge = result.violation.cycle?.[reading.edge];
      return edge === undefined ? [] : [edge];
    }
    if (reading.kind !== "step") return reading.kind === "nothing" ? (result.violation.cycle ?? []) : [];
    const step = reason.steps[reading.step];
    if (step === undefined) return [];
    return reading.because < 0 ? step.edges : (step.because[reading.because]?.edges ?? []);
  }, [result, reason, reading]);
  const marked = useMemo(() => {
    if (reading.kind === "edge") return new Set(edges.flatMap(({ from, to }) => [from, to]));
    if (reading.kind !== "step") return new Set<number>();
    const step = reason.steps[reading.step];
    const ids = reading.because < 0 ? step?.operations : step?.because[reading.because]?.operations;
    return new Set(ids ?? []);
  }, [reason, reading, edges]);

  const read = (next: Reading): void => {
    setReading(next);
    setTab("why");
    const ids =
      next.kind === "step"
        ? (reason.steps[next.step]?.operations ?? [])
        : next.kind === "edge" && result?.verdict === "violated"
          ? [result.violation.cycle?.[next.edge]].flatMap((edge) =>
              edge === undefined ? [] : [edge.from, edge.to],
            )
          : [];
    if (ids.length > 0) setFocus({ ids, gently: true });
  };
  const select = (id: number): void => {
    setSelected(id);
    if (id < 0) return;
    if (scene.rows.rowOf[id] < 0) setScope("whole");
    setFocus({ ids: [id], gently: true });
  };

  const witness = result?.verdict === "satisfied" ? result.witness : undefined;
  const { order } = reason;
  const states = useStates(newOffice, loaded, order);
  const placeOf = useMemo(() => new Map(order.map((id, at) => [id, at])), [order]);
  const sight = useMemo(() => {
    const seenIds = witness?.visibility?.[String(selected)];
    const unseenIds = witness?.unseen?.[String(selected)];
    const place = placeOf.get(selected);
    if ((seenIds ?? unseenIds) === undefined || place === undefined) return undefined;
    const before = order.slice(0, place);
    const unseen = new Set(unseenIds ?? before.filter((id) => seenIds?.includes(id) !== true));
    return { seen: new Set(before.filter((id) => !unseen.has(id))), unseen };
  }, [witness, selected, placeOf]);
  const path = useMemo(
    () => (showsPath && witness !== undefined ? pathOf(scene, order) : new Float64Array(0)),
    [scene, order, showsPath, witness],
  );

  const look = useMemo(
    () => ({
      core: reason.core,
      stuck: reason.stuck,
      found,
      marked,
      selected,
      edges,
      seen: sight?.seen ?? none,
      unseen: sight?.unseen ?? none,
      order: path.length > 0 ? order : [],
      path,
    }),
    [reason, found, marked, selected, edges, sight, path],
  );

  const onKeyDown = (event: KeyboardEvent): void => {
    if (
      event.target instanceof HTMLInputElement ||
      event.target instanceof HTMLTextAreaElement ||
      event.target instanceof HTMLSelectElement
    )
      return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if ((event.key === "j" || event.key === "k") && reason.steps.length > 0) {
      const at = reading.kind === "step" ? reading.step : -1;
      const next = Math.min(Math.max(at + (event.key === "j" ? 1 : -1), 0), reason.steps.length - 1);
      read({ kind: "step", step: next, because: -1 });
    } else if (event.key === "/") {
      event.preventDefault();
      document.querySelector<HTMLInputElement>("#search")?.focus();
    } else if (event.key === "c") setFocus({ ids: reason.around });
    else if (event.key === "a") setFocus({ ids: "all" });
  };
  useEffect(() => {
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });

  const jump = (step: 1 | -1): void => {
    if (fits === undefined) return;
    const { ids, start } = scene.extents;
    const inOrder = ids.slice().sort((a, b) => start[a] - start[b] || a - b);
    const next = nextMatch(fits, inOrder, selected, step);
    if (next >= 0) select(next);
  };
  const scales = scalesOf(history);
  const about = hovered >= 0 ? hovered : selected;
  const aboutSight = about === selected ? sight : undefined;
  const tabs: readonly (readonly [Tab, string])[] = [
    ...(result?.verdict === "violated" ? [["why", "Why"] as const] : []),
    ...(order.length > 0 ? [["order", witness === undefined ? "Prefix" : "Order"] as const] : []),
    ["ladder", "Ladder"],
    ["operations", "Operations"],
    ["edit", "Edit"],
  ];
  const shownTab = tabs.some(([name]) => name === tab) ? tab : tabs[0][0];

  return (
    <>
      <Verdict
        criteria={criteria}
        loaded={loaded}
        busy={busy}
        error={error}
        onCancel={onCancel}
        onCheck={onCheck}
        onSelect={select}
      />
      <div class="panes">
        <div class="left">
          <div class="tools">
            <Search
              filter={filter}
              choices={choices}
              keyed={hasKeys(loaded.type ?? history.type)}
              onFilter={setFilter}
              found={fits === undefined ? undefined : foundIds.length}
              onJump={jump}
            />
            <div class="group" role="group" aria-label="What is shown">
              {reason.around.length > 0 && (
                <>
                  <button
                    type="button"
                    aria-pressed={scope === "core"}
                    onClick={() => {
                      setScope("core");
                      setFocus({ ids: "all" });
                    }}
                  >
                    Core only
                  </button>
                  <button
                    type="button"
                    aria-pressed={scope === "whole"}
                    onClick={() => {
                      setScope("whole");
                      setFocus({ ids: reason.around });
                    }}
                  >
                    In context
                  </button>
                </>
              )}
              <button
                type="button"
                onClick={() => {
                  setScope("whole");
                  setFocus({ ids: "all" });
                }}
                title="Everything (a)"
              >
                All {history.size.toLocaleString("en")}
              </button>
            </div>
            {scales.length > 1 && (
              <div class="group" role="group" aria-label="Scale">
                {scales.map((name) => (
                  <button
                    type="button"
                    key={name}
                    aria-pressed={scale === name}
                    title={
                      name === "time" ? "Moments to scale" : "Calls and returns side by side, in their order"
                    }
                    onClick={() => {
                      setScale(name);
                      setFocus({ ...focus });
                    }}
                  >
                    {name === "time" ? "Time" : "Order"}
                  </button>
                ))}
              </div>
            )}
            {witness !== undefined && (
              <label class="check">
                <input type="checkbox" checked={showsPath} onChange={() => setShowsPath(!showsPath)} /> order
              </label>
            )}
          </div>
          <TimelineView
            scene={scene}
            look={look}
            focus={focus}
            theme={theme}
            onSelect={select}
            onHover={setHovered}
            label={`Timeline of ${count(scene.extents.ids.length, "operation")} in ${count(scene.rows.lanes.length, "session")}`}
          />
          <Details
            history={history}
            texts={texts}
            id={about}
            place={placeOf.get(about) ?? -1}
            states={states}
            sees={aboutSight?.seen.size}
            unseen={aboutSight?.unseen.size ?? 0}
          />
        </div>
        <div class="right">
          <div class="tabs" role="tablist">
            {tabs.map(([name, title]) => (
              <button
                type="button"
                role="tab"
                key={name}
                id={`tab-${name}`}
                aria-selected={shownTab === name}
                aria-controls="panel"
                onClick={() => setTab(name)}
              >
                {title}
              </button>
            ))}
          </div>
          <div class="panel" role="tabpanel" id="panel" aria-labelledby={`tab-${shownTab}`} tabIndex={0}>
            {shownTab === "why" && result?.verdict === "violated" && (
              <Why
                violation={result.violation}
                steps={reason.steps}
                texts={texts}
                reading={reading}
                onRead={read}
                onSelect={select}
              />
            )}
            {shownTab === "order" && (
              <Order
                order={order}
                states={states}
                texts={texts}
                selected={selected}
                onSelect={select}
                title={
                  witness === undefined
                    ? "The longest prefix that has an order"
                    : "An order that explains the history"
                }
                note={
                  witness === undefined
                    ? "Beyond it no order can go on."
                    : Object.keys({ ...witness.visibility, ...witness.unseen }).length === 0
                      ? "Each operation sees all before it; the state after each is on the right."
                      : "Choose an operation to see what it sees, and what it does not."
                }
              />
            )}
            {shownTab === "ladder" && (
              <Ladder
                criteria={criteria}
                rungs={ladder.rungs}
                standings={ladder.standings}
                current={loaded.criterion}
                onStart={ladder.onStart}
                onChoose={(name) => {
                  const standing = ladder.standings.get(name);
                  if (typeof standing === "object" && "result" in standing) onResult(standing.result);
                  else onCheck(name, loaded.type);
                }}
              />
            )}
            {shownTab === "operations" && (
              <Operations
                history={history}
                texts={texts}
                ids={foundIds}
                core={reason.core}
                selected={selected}
                onSelect={select}
              />
            )}
            {shownTab === "edit" && <Edit loaded={loaded} newOffice={newOffice} onEdited={onEdited} />}
          </div>
        </div>
      </div>
    </>
  );
}

const none: ReadonlySet<number> = new Set();

/** Whether the first argument of a type's methods is a key. */
const hasKeys = (type: string | undefined): boolean =>
  /^(?:memory|map|kv|lww-map|priority-queue|rpq)$/u.test(type ?? "");
