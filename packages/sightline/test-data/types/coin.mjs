// A coin that falls as it likes: toss has two outcomes, look shows the last.
export default {
  name: "coin",
  init: () => null,
  step: (state, { method }) =>
    method === "look"
      ? [state, state]
      : [
          { state: "heads", result: null },
          { state: "tails", result: null },
        ],
  pure: ({ method }) => method === "look",
};
