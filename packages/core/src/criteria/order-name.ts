/** Which orders make up happens-before: session order and declared edges, or real time too. */
export type OrderName = "session" | "realtime";
