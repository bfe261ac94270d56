import { type History, isPending } from "@sightline/core";
import type { Texts } from "../document/texts.js";

export interface DetailsProps {
  readonly history: History;
  readonly texts: Texts;
  readonly id: number;
  /** Its place in the order, from 0; −1 where it has none. */
  readonly place: number;
  readonly states: readonly string[];
  /** How many operations before it in the order it sees and does not see, where that is known. */
  readonly sees: number | undefined;
  readonly unseen: number;
}

/** What there is to know about one operation. Always as high, so that nothing moves. */
export function Details({ history, texts, id, place, states, sees, unseen }: DetailsProps) {
  if (id < 0)
    return (
      <div class="details muted" aria-live="polite">
        Point at an operation, or choose one, to see when it ran and what it did. Drag to move, scroll to
        zoom.
      </div>
    );
  const { clock, timed } = history;
  const session = history.sessions[history.session[id]];
  const line = history.lines?.[id] ?? 0;
  const pending = isPending(history, id);
  const moment = (at: number): string => at.toLocaleString("en", { maximumSignificantDigits: 21 });
  return (
    <div class="details" aria-live="polite">
      <div class="what">
        <b>#{id}</b> <code>{texts.of(id)}</code>
      </div>
      <div class="muted">
        session {session}
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
          {states.length > 0 && (
            <>
              {" · "}
              <code>{states[place]}</code> → <code>{states[place + 1]}</code>
            </>
          )}
          {sees !== undefined && (
            <span class="muted">
              {" · "}sees {sees} of {sees + unseen} before it
            </span>
          )}
        </div>
      )}
    </div>
  );
}
