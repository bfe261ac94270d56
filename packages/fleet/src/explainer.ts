/** What puts violations into words, by itself so that it can be loaded by itself: it is large, and most runs never need it. */
export { explainDecided, explainViolation } from "@sightline/core";
