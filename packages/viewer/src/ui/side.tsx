import type { Violation, Witness } from "@sightline/core";
import { textsOf } from "../document/texts.js";
import type { Office } from "../work/office.js";
import { Annotations } from "./annotations.js";
import { Edit } from "./edit.js";
import { Ladder } from "./ladder.js";
import type { Loaded, Reason } from "./loaded.js";
import { Operations } from "./operations.js";
import { Order } from "./order.js";
import { PartialOrdersView } from "./partial-orders.js";
import { Tabs } from "./tabs.js";
import type { LadderState } from "./use-ladder.js";
import type { Orders } from "./use-orders.js";
import type { Reading } from "./use-reading.js";
import { seesAll } from "./use-sight.js";
import { Why } from "./why.js";

/** What can be read beside the timeline. */
export type Tab = "why" | "order" | "ladder" | "operations" | "annotations" | "edit";

export interface SideProps {
  readonly criteria: Readonly<Record<string, string>>;
  readonly loaded: Loaded;
  readonly newOffice: () => Office;
  readonly reason: Reason;
  readonly violation: Violation | undefined;
  readonly witness: Witness | undefined;
  readonly tabs: readonly (readonly [Tab, string])[];
  readonly shown: Tab;
  readonly onShow: (tab: Tab) => void;
  readonly reading: Reading;
  readonly onRead: (reading: Reading) => void;
  readonly orders: Orders;
  /** The states that the shown order leads through. */
  readonly states: readonly string[];
  readonly ladder: LadderState;
  /** The operations that were found. */
  readonly found: readonly number[];
  readonly selected: number;
  readonly onSelect: (id: number) => void;
  /** The annotation that is meant, −1 for none. */
  readonly mark: number;
  readonly onMark: (index: number) => void;
  readonly onGoToMark: (index: number) => void;
  readonly onCheck: (asked: Loaded) => void;
  readonly onReplace: (next: Loaded) => void;
}

/** The tabs that a history and its result have. */
export function tabsFor(
  orders: Orders,
  violation: Violation | undefined,
  hasMarks: boolean,
): readonly (readonly [Tab, string])[] {
  return [
    ...(violation === undefined ? [] : [["why", "Why"] as const]),
    ...(orders.isThere ? [["order", violation === undefined ? "Order" : "Orders"] as const] : []),
    ["ladder", "Ladder"],
    ["operations", "Operations"],
    ...(hasMarks ? [["annotations", "Annotations"] as const] : []),
    ["edit", "Edit"],
  ];
}

/** What is read beside the timeline: one of its tabs. */
export function Side(props: SideProps) {
  const { loaded, reason, violation, witness, shown, selected, onSelect, ladder } = props;
  const { history, texts } = loaded;
  return (
    <Tabs tabs={props.tabs} shown={shown} onShow={props.onShow}>
      {shown === "why" && violation !== undefined && (
        <Why
          violation={violation}
          steps={reason.steps}
          texts={texts}
          reading={props.reading}
          onRead={props.onRead}
          onSelect={onSelect}
        />
      )}
      {shown === "order" && witness !== undefined && (
        <Order
          order={props.orders.shown.order}
          states={seesAll(witness) ? props.states : []}
          texts={texts}
          selected={selected}
          onSelect={onSelect}
          seesAll={seesAll(witness)}
        />
      )}
      {shown === "order" && violation !== undefined && (
        <PartialOrdersView
          orders={props.orders}
          states={props.states}
          texts={texts}
          selected={selected}
          onSelect={onSelect}
        />
      )}
      {shown === "ladder" && (
        <Ladder
          criteria={props.criteria}
          rungs={ladder.rungs}
          standings={ladder.standings}
          current={loaded.criterion}
          onStart={ladder.onStart}
          onChoose={(name) => {
            const standing = ladder.standings.get(name);
            if (typeof standing === "object" && "result" in standing)
              props.onReplace({
                ...loaded,
                criterion: standing.result.criterion,
                result: standing.result,
              });
            else props.onCheck({ ...loaded, criterion: name, result: undefined });
          }}
        />
      )}
      {shown === "operations" && (
        <Operations
          history={history}
          texts={texts}
          ids={props.found}
          core={reason.core}
          selected={selected}
          onSelect={onSelect}
        />
      )}
      {shown === "annotations" && (
        <Annotations history={history} meant={props.mark} onMean={props.onMark} onChoose={props.onGoToMark} />
      )}
      {shown === "edit" && (
        <Edit
          loaded={loaded}
          newOffice={props.newOffice}
          onEdited={(edited, judged) =>
            props.onReplace({
              ...loaded,
              history: edited,
              texts: textsOf(edited),
              criterion: judged.criterion,
              result: judged,
            })
          }
        />
      )}
    </Tabs>
  );
}
