import { type History, labelOf, PENDING } from "@sightline/core";

/**
 * A history as one line of native JSON. Times are the positions of calls and returns among all events:
 * they order operations as the original times did.
 */
export function writeHistory(history: History): string {
  const { type, name, seen, initial, timed, happensBefore } = history;
  const operations = Array.from({ length: history.size }, (_, id) => {
    const { method, args, result } = labelOf(history, id);
    const object = history.objects[history.object[id]];
    return {
      session: history.sessions[history.session[id]],
      ...(object === undefined ? {} : { object }),
      method,
      ...(args.length === 0 ? {} : { args }),
      ...(result === undefined ? {} : { result }),
      ...(timed ? { call: history.call[id] } : {}),
      ...(timed && history.ret[id] !== PENDING ? { return: history.ret[id] } : {}),
    };
  });
  const edges = Array.from({ length: happensBefore.length / 2 }, (_, e) => [
    happensBefore[2 * e],
    happensBefore[2 * e + 1],
  ]);
  return JSON.stringify({
    ...(type === undefined ? {} : { type }),
    ...(name === undefined ? {} : { name }),
    ...(seen === undefined ? {} : { seen }),
    ...(initial === undefined ? {} : { initial }),
    operations,
    ...(edges.length === 0 ? {} : { happensBefore: edges }),
  });
}
