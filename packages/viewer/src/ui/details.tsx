import { type History, isPending, shorten } from "@sightline/core";
import type { Texts } from "../document/texts.js";
import { visible } from "../text/visible.js";
import type { Sight } from "./use-sight.js";

export interface DetailsProps {
  readonly history: History;
  readonly texts: Texts;
  readonly id: number;
  /** Whether operations are outlined that a reason is about. */
  readonly hasReason: boolean;
  /** Its place in the order, from 0; −1 where it has none. */
  readonly place: number;
  /** The states that the order leads through, where all operations see all before them. */
  readonly states: readonly string[];
  /** What it sees of those before it in the order, where that is not all. */
  readonly sight: Sight | undefined;
  /** The states before and after it, by what it sees. */
  readonly sightStates: readonly string[];
}

/** So many that it does not see are named. */
const MOST_UNSEEN = 6;

/** What there is to know about one operation. Always as high, so that nothing moves. */
export function Details(props: DetailsProps) {
  const { history, texts, id, hasReason, place, states, sight, sightStates } = props;
  if (id < 0)
    return (
      <div class="details muted" aria-live="polite">
        Point at an operation to see when it ran and what it did. Drag to move, scroll or Ctrl-scroll to zoom.
        {hasReason && (
          <div class="legend">
            <i class="core" /> in the core <i class="now" /> in this step <i class="stuck" /> not explained
          </div>
        )}
      </div>
    );
  const { clock, timed } = history;
  const session = history.sessions[history.session[id]];
  const line = history.lines?.[id] ?? 0;
  const pending = isPending(history, id);
  const moment = (at: number): string => at.toLocaleString("en", { maximumSignificantDigits: 21 });
  const [before, after] = sight === undefined ? states.slice(place, place + 2) : sightStates;
  const unseen = [...(sight?.unseen ?? [])];
  return (
    <div class="details" aria-live="polite">
      <div class="what">
        <b>#{id}</b> <code>{shorten(texts.of(id))}</code>
      </div>
      <div class="muted">
        session {visible(shorten(String(session)))}
        {line > 0 && ` · line ${line}`}
        {timed && clock !== undefined && (
          <>
            {` · called ${moment(clock.call[id])}`}
            {pending
              ? ", never returned: it may have taken effect at any time since, or not at all"
              : `, returned ${moment(clock.ret[id])} (took ${moment(clock.ret[id] - clock.call[id])})`}
          </>
        )}
        {history.optional?.[id] === 1 && " · it may or may not have taken effect"}
      </div>
      {place >= 0 && (
        <div>
          <span class="muted">{`${place + 1}. in the order`}</span>
          {before !== undefined && (
            <>
              {sight === undefined ? " · " : " · by what it sees "}
              <code>{before}</code> → <code>{after}</code>
            </>
          )}
          {sight !== undefined && (
            <span class="muted">
              {` · sees ${sight.seen.size} of ${sight.seen.size + unseen.length} before it`}
              {unseen.length > 0 &&
                `, not ${unseen
                  .slice(0, MOST_UNSEEN)
                  .map((one) => `#${one}`)
                  .join(", ")}${unseen.length > MOST_UNSEEN ? " …" : ""}`}
            </span>
          )}
        </div>
      )}
    </div>
  );
}
