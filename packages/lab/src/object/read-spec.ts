import {
  didYouMean,
  type ErrorCode,
  type LevelName,
  levelNames,
  typeNames,
  type Value,
} from "@sightline/core";
import type {
  HarnessParameters,
  MethodSpec,
  ObjectSpec,
  ParameterSpec,
  SkippedMethod,
} from "./object-spec.js";

/** What is wrong with a specification, and where in it: `methods[2].visibility: …`. */
export class SpecError extends Error {
  override readonly name = "SpecError";
  /** What kind of error it is: see docs/errors.md. */
  readonly code = "SL3001" satisfies ErrorCode;
}

/**
 * Reads a specification (the JSON of Violat's class specifications). What it does not know it refuses:
 * a slip in a name would silently test something else. Throws a `SpecError`.
 */
export function readSpec(text: string): ObjectSpec {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new SpecError(`not JSON: ${(error as Error).message}`);
  }
  const spec = record(json, "the specification");
  onlyFields(
    spec,
    ["class", "type", "parameters", "default_parameters", "harnessParameters", "methods", "skipped"],
    "",
  );
  if (typeof spec["class"] !== "string") fail("class", "the name of the class is missing");
  const methods = list(spec["methods"], "methods").map((method, i) => readMethod(method, `methods[${i}]`));
  if (methods.length === 0) fail("methods", "there is no method to test");
  return {
    class: spec["class"],
    ...readBuiltInType(spec["type"]),
    ...(spec["parameters"] !== undefined && {
      parameters: list(spec["parameters"], "parameters").map((p, i) => readParameter(p, `parameters[${i}]`)),
    }),
    ...(spec["default_parameters"] !== undefined && {
      default_parameters: list(spec["default_parameters"], "default_parameters"),
    }),
    ...readHarness(spec["harnessParameters"], "harnessParameters"),
    methods,
    ...(spec["skipped"] !== undefined && {
      skipped: list(spec["skipped"], "skipped").map((own, i) => readSkipped(own, `skipped[${i}]`)),
    }),
  };
}

/** The name of a built-in type. */
function readBuiltInType(json: unknown): { type?: string } {
  if (json === undefined) return {};
  if (typeof json === "string" && typeNames.includes(json)) return { type: json };
  return fail("type", didYouMean(json, typeNames, `the types are ${typeNames.join(", ")}`));
}

function readMethod(json: unknown, path: string): MethodSpec {
  const method = record(json, path);
  onlyFields(
    method,
    [
      "name",
      "parameters",
      "void",
      "readonly",
      "trusted",
      "beyondType",
      "visibility",
      "harnessParameters",
      "bulk",
    ],
    `${path}.`,
  );
  if (typeof method["name"] !== "string") fail(`${path}.name`, "the name of the method is missing");
  const parameters = list(method["parameters"] ?? [], `${path}.parameters`);
  const flag = (name: "void" | "readonly" | "trusted" | "beyondType") => {
    const value = method[name];
    if (value !== undefined && typeof value !== "boolean") fail(`${path}.${name}`, "is true or false");
    return value === true ? { [name]: true } : {};
  };
  return {
    name: method["name"],
    parameters: parameters.map((p, i) => readParameter(p, `${path}.parameters[${i}]`)),
    ...flag("void"),
    ...flag("readonly"),
    ...flag("trusted"),
    ...flag("beyondType"),
    ...readLevel(method["visibility"], `${path}.visibility`),
    ...readHarness(method["harnessParameters"], `${path}.harnessParameters`),
  };
}

function readSkipped(json: unknown, path: string): SkippedMethod {
  const { name, reason, hidden } = record(json, path);
  if (typeof name !== "string") fail(`${path}.name`, "the name of the method is missing");
  if (typeof reason !== "string") fail(`${path}.reason`, "why it is left out is missing");
  return { name, reason, ...(hidden === true && { hidden }) };
}

/** A type by name, or more of it. */
function readParameter(json: unknown, path: string): ParameterSpec {
  if (typeof json === "string") return { type: json };
  const parameter = record(json, path);
  onlyFields(parameter, ["type", "as", "of", "values", "cast"], `${path}.`);
  const { as, of, values, cast } = parameter;
  if (as !== undefined && typeof as !== "string") fail(`${path}.as`, "is the name of a type");
  if (cast !== undefined && typeof cast !== "boolean") fail(`${path}.cast`, "is true or false");
  if (values !== undefined && list(values, `${path}.values`).length === 0)
    fail(`${path}.values`, "is empty: leave it out for values of its type");
  return {
    type: readType(parameter["type"], path),
    ...(as !== undefined && { as }),
    ...(of !== undefined && {
      of: list(of, `${path}.of`).map((part, i) => readParameter(part, `${path}.of[${i}]`)),
    }),
    ...(values !== undefined && { values: values as readonly Value[] }),
    ...(cast === true && { cast }),
  };
}

/** Violat writes a collection as `["java.lang.Object"]` and a map as an object. */
function readType(type: unknown, path: string): string {
  if (typeof type === "string") return type;
  if (Array.isArray(type)) return "java.util.Collection";
  if (typeof type === "object" && type !== null) return "java.util.Map";
  return fail(`${path}.type`, "the type of the parameter is missing");
}

function readLevel(json: unknown, path: string): { visibility?: LevelName } {
  if (json === undefined || json === null || json === "none") return {};
  const level = levelNames.find((name) => name === json);
  if (level !== undefined) return { visibility: level };
  return fail(path, didYouMean(json, levelNames, `the levels are ${levelNames.join(", ")}, none`));
}

function readHarness(json: unknown, path: string): { harnessParameters?: HarnessParameters } {
  if (json === undefined) return {};
  const { sequences, ...rest } = record(json, path); // what Violat calls threads
  const harness = sequences === undefined ? rest : { threads: sequences, ...rest };
  onlyFields(harness, ["threads", "invocations", "values"], `${path}.`);
  for (const [name, value] of Object.entries(harness))
    if (!Number.isSafeInteger(value) || (value as number) < 1)
      fail(`${path}.${name}`, "is a whole number, at least 1");
  return { harnessParameters: harness };
}

function record(json: unknown, path: string): Record<string, unknown> {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return fail(path, "is an object");
  return json as Record<string, unknown>;
}

function list(json: unknown, path: string): readonly unknown[] {
  return Array.isArray(json) ? (json as unknown[]) : fail(path, "is an array");
}

function onlyFields(json: Record<string, unknown>, known: readonly string[], prefix: string): void {
  for (const name of Object.keys(json)) {
    if (known.includes(name)) continue;
    fail(prefix + name, didYouMean(name, known, `no such field; there are ${known.join(", ")}`));
  }
}

function fail(path: string, reason: string): never {
  throw new SpecError(`${path}: ${reason}`);
}
