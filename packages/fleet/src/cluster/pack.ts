import { deflateRawSync, inflateRawSync } from "node:zlib";
import { fromText, toText } from "../journal/text.js";
import type { WireBatch } from "../wire.js";

/** What was found, as it lies in Redis. At this size, to wait for another thread would take longer than to do it. */
export const packFound = (batch: WireBatch): Buffer => deflateRawSync(toText(batch), { level: 1 });

/** What was found. */
export const unpackFound = (bytes: Buffer): WireBatch =>
  fromText(inflateRawSync(bytes).toString()) as WireBatch;
