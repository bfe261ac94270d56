import { useEffect, useMemo, useState } from "preact/hooks";
import { count } from "../text/clip.js";
import { type ScaleName, scalesOf } from "../timeline/extents.js";
import type { Focus } from "../timeline/focus.js";
import { around } from "../timeline/marks.js";
import { pathOf, sceneOf } from "../timeline/scene.js";
import type { Office } from "../work/office.js";
import { Details } from "./details.js";
import { firstScale, isCoreLost, type Loaded, reasonOf } from "./loaded.js";
import { Search } from "./search.js";
import { Side, type Tab, tabsFor } from "./side.js";
import { TimelineView } from "./timeline-view.js";
import { type Scope, Tools } from "./tools.js";
import { useFound } from "./use-found.js";
import { useKeys } from "./use-keys.js";
import { useLadder } from "./use-ladder.js";
import { useOrders } from "./use-orders.js";
import { firstReading, operationsOf, type Reading, useReading } from "./use-reading.js";
import { sightOf, useSightStates } from "./use-sight.js";
import { useStates } from "./use-states.js";
import { Verdict } from "./verdict.js";

export interface ShownProps {
  readonly criteria: Readonly<Record<string, string>>;
  readonly loaded: Loaded;
  readonly newOffice: () => Office;
  readonly busy: number | undefined;
  readonly error: string | undefined;
  readonly theme: string;
  readonly onCancel: () => void;
  readonly onCheck: (asked: Loaded) => void;
  readonly onReplace: (next: Loaded) => void;
}

/** A history and what is known about it. */
export function Shown(props: ShownProps) {
  const { criteria, loaded, newOffice, busy, error, theme, onCancel, onCheck, onReplace } = props;
  const { history, texts, result } = loaded;
  const reason = useMemo(() => reasonOf(history, result), [history, result]);
  const violation = result?.verdict === "violated" ? result.violation : undefined;
  const witness = result?.verdict === "satisfied" ? result.witness : undefined;
  const [scope, setScope] = useState<Scope>("whole");
  const [scale, setScale] = useState<ScaleName>(() => firstScale(history, reason));
  const [focus, setFocus] = useState<Focus>({ ids: "all" });
  const [selected, setSelected] = useState(-1);
  const [hovered, setHovered] = useState(-1);
  const [mark, setMark] = useState(-1);
  const [tab, setTab] = useState<Tab>("why");
  const [showsPath, setShowsPath] = useState(true);
  const { reading, setReading, edges, marked } = useReading(reason, violation);
  const ladder = useLadder(newOffice, loaded);
  const orders = useOrders(newOffice, loaded, reason, tab === "order");
  const { order, refused } = orders.shown;

  // A new result: the violation first.
  useEffect(() => {
    setScope(isCoreLost(history, reason) ? "core" : "whole");
    setScale(firstScale(history, reason));
    setFocus({ ids: reason.around.length > 0 ? reason.around : "all" });
    setReading(firstReading(reason, violation));
    setSelected((now) => (now < history.size ? now : -1));
    setTab((now) => {
      if (now !== "why" && now !== "order") return now;
      return witness === undefined ? "why" : "order";
    });
  }, [history, result]);

  const scene = useMemo(() => {
    const only = scope === "core" && reason.around.length > 0 ? reason.around : undefined;
    return sceneOf(history, texts, scale, {
      only,
      foremost: history.sessions.length > FEW ? reason.around : [],
    });
  }, [history, texts, scale, scope, reason]);
  const finding = useFound(history, texts, scene);

  const read = (next: Reading): void => {
    setReading(next);
    setTab("why");
    const ids = operationsOf(next, reason, violation);
    if (ids.length > 0) setFocus({ ids, gently: true });
  };
  const select = (id: number): void => {
    setSelected(id);
    if (id < 0) return;
    orders.showWith(id);
    if (scene.rows.rowOf[id] < 0) setScope("whole");
    setFocus({ ids: [id], gently: true });
  };
  const jump = (step: 1 | -1): void => {
    const next = finding.after(selected, step);
    if (next >= 0) select(next);
  };

  const states = useStates(newOffice, loaded, order);
  const placeOf = useMemo(() => new Map(order.map((id, at) => [id, at])), [order]);
  const sight = useMemo(
    () => (witness === undefined ? undefined : sightOf(history, witness, selected)),
    [witness, selected],
  );
  const about = hovered >= 0 ? hovered : selected;
  const aboutSight = useMemo(
    () => (witness === undefined ? undefined : sightOf(history, witness, about)),
    [witness, about],
  );
  const sightStates = useSightStates(newOffice, loaded, witness, about);
  const tabs = tabsFor(orders, violation, scene.marks.length > 0);
  const shownTab = tabs.some(([name]) => name === tab) ? tab : tabs[0][0];
  // Of a violation an order is drawn while one reads it: else the reason is.
  const showsPartial = shownTab === "order" && witness === undefined;
  const drawsPath = showsPath && order.length > 0 && (witness !== undefined || showsPartial);
  const path = useMemo(
    () => (drawsPath ? pathOf(scene, order) : new Float64Array(0)),
    [scene, order, drawsPath],
  );
  const look = useMemo(
    () => ({
      core: reason.core,
      stuck: reason.stuck,
      found: finding.rows,
      marked: showsPartial ? new Set(refused) : marked,
      selected,
      mark,
      edges: showsPartial ? [] : edges,
      seen: sight?.seen ?? none,
      unseen: sight?.unseen ?? none,
      order: drawsPath ? order : [],
      path,
    }),
    [reason, finding.rows, marked, selected, mark, edges, sight, path, shownTab],
  );

  const walk = (by: number): void => {
    if (shownTab === "order") {
      const next = Math.min(Math.max((placeOf.get(selected) ?? -1) + by, 0), order.length - 1);
      if (next >= 0) select(order[next]);
      return;
    }
    const at = reading.kind === "step" ? reading.step : -1;
    const next = Math.min(Math.max(at + by, 0), reason.steps.length - 1);
    if (next >= 0) read({ kind: "step", step: next, because: -1 });
  };
  useKeys({
    j: () => walk(1),
    k: () => walk(-1),
    "/": () => document.querySelector<HTMLInputElement>("#search")?.focus(),
    c: () => setFocus({ ids: reason.around }),
    a: () => setFocus({ ids: "all" }),
  });

  return (
    <>
      <Verdict
        criteria={criteria}
        loaded={loaded}
        busy={busy}
        error={error}
        onCancel={onCancel}
        onCheck={(criterion, type) => onCheck({ ...loaded, criterion, type, result: undefined })}
        onSelect={select}
      />
      <div class="panes">
        <div class="left">
          <div class="tools">
            <Search
              filter={finding.filter}
              choices={finding.choices}
              keyed={hasKeys(loaded.type ?? history.type)}
              onFilter={finding.setFilter}
              found={finding.isFiltering ? finding.ids.length : undefined}
              onJump={jump}
            />
            <Tools
              size={history.size}
              around={reason.around}
              scope={scope}
              isWhole={focus.ids === "all"}
              onScope={(next, where) => {
                setScope(next);
                setFocus(where);
              }}
              scales={scalesOf(history)}
              scale={scale}
              onScale={(name) => {
                setScale(name);
                setFocus({ ...focus });
              }}
              showsPath={witness === undefined ? undefined : showsPath}
              onPath={() => setShowsPath(!showsPath)}
            />
          </div>
          <TimelineView
            scene={scene}
            look={look}
            focus={focus}
            theme={theme}
            onSelect={select}
            onHover={setHovered}
            onMark={setMark}
            label={`Timeline of ${count(scene.extents.ids.length, "operation")} in ${count(scene.rows.lanes.length, "session")}`}
          />
          <Details
            history={history}
            texts={texts}
            id={about}
            hasReason={reason.core.size > 0 && !showsPartial}
            place={placeOf.get(about) ?? -1}
            states={states}
            sight={aboutSight}
            sightStates={sightStates}
          />
        </div>
        <div class="right">
          <Side
            criteria={criteria}
            loaded={loaded}
            newOffice={newOffice}
            reason={reason}
            violation={violation}
            witness={witness}
            tabs={tabs}
            shown={shownTab}
            onShow={setTab}
            reading={reading}
            onRead={read}
            orders={orders}
            states={states}
            ladder={ladder}
            found={finding.ids}
            selected={selected}
            onSelect={select}
            mark={mark}
            onMark={setMark}
            onGoToMark={(index) => {
              setMark(index);
              setFocus({ ids: [], span: around(scene.marks[index], scene.extents), gently: true });
            }}
            onCheck={onCheck}
            onReplace={onReplace}
          />
        </div>
      </div>
    </>
  );
}

const none: ReadonlySet<number> = new Set();

/** With more sessions, those that the reason is about stand above the others: else they might be out of sight. */
const FEW = 8;

/** Whether the first argument of a type's methods is a key. */
const hasKeys = (type: string | undefined): boolean =>
  /^(?:memory|map|kv|lww-map|priority-queue|rpq)$/u.test(type ?? "");
