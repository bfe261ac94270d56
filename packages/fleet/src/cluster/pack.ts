import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import { fromText, toText } from "../journal/text.js";
import type { WireBatch } from "../wire.js";

const [deflate, inflate] = [promisify(deflateRaw), promisify(inflateRaw)];

/** What was found, as it lies in Redis. */
export const packFound = (batch: WireBatch): Promise<Buffer> => deflate(toText(batch), { level: 1 });

/** What was found. */
export const unpackFound = async (bytes: Buffer): Promise<WireBatch> =>
  fromText((await inflate(bytes)).toString()) as WireBatch;
