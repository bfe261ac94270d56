import {
  chmodSync,
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { filesNamed, protectInputs } from "../inputs/protect-inputs.js";
import { createOutputFile, openToWrite } from "./output-file.js";

let folder = "";
const at = (name: string): string => join(folder, name);
const text = (name: string): string => readFileSync(at(name), "utf8");

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sightline-output-"));
  writeFileSync(at("old"), "old");
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("a file that is written while work goes on", () => {
  test("is in its place once it is whole, and not before", () => {
    const file = createOutputFile(at("old"), "--html");
    file.write("one two");
    file.overwrite("ONE", 0);
    expect(text("old")).toBe("old");
    file.finish();
    expect(text("old")).toBe("ONE two");
    expect(readdirSync(folder)).toEqual(["old"]);
  });

  test("may be taken back, as if it had never been", () => {
    for (const name of ["old", "new"]) {
      const file = createOutputFile(at(name), "--html");
      file.write("one");
      file.discard();
      file.finish();
    }
    expect(text("old")).toBe("old");
    expect(readdirSync(folder)).toEqual(["old"]);
  });

  test("keeps links and modes", () => {
    symlinkSync("old", at("link"));
    symlinkSync("later", at("dangling"));
    chmodSync(at("old"), 0o640);
    for (const name of ["link", "dangling"]) {
      const file = createOutputFile(at(name), "--html");
      file.write(name);
      file.finish();
    }
    expect([text("old"), text("later")]).toEqual(["link", "dangling"]);
    expect(statSync(at("old")).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder).sort()).toEqual(["dangling", "later", "link", "old"]);
  });

  test("two runs do not get in each other's way", () => {
    const [first, second] = [createOutputFile(at("old"), "--html"), createOutputFile(at("old"), "--html")];
    first.write("first");
    second.write("second");
    second.finish();
    expect(text("old")).toBe("second");
    first.finish();
    expect(text("old")).toBe("first");
  });

  test("is refused where it cannot be", () => {
    expect(() => createOutputFile(at("nowhere/new"), "--html")).toThrow(/^--html cannot be written: ENOENT/);
    expect(() => createOutputFile(folder, "--junit")).toThrow(/^--junit cannot be written: EISDIR/);
  });
});

test("a file that is written in the end stays as it is, or away, until then", () => {
  const [over, anew] = [openToWrite(at("old"), "--write-spec"), openToWrite(at("new"), "--write-spec")];
  expect(text("old")).toBe("old");
  expect(existsSync(at("new"))).toBe(false);
  over("newer");
  anew("new");
  expect([text("old"), text("new")]).toEqual(["newer", "new"]);
  expect(() => openToWrite(at("nowhere/new"), "--write-spec")).toThrow(/^--write-spec cannot be written/);
});

describe("what is read", () => {
  test("is not written over, by whatever name", () => {
    symlinkSync("old", at("link"));
    linkSync(at("old"), at("hard"));
    for (const name of ["old", "link", "hard", "../" + folder.split("/").at(-1) + "/old"])
      expect(() => protectInputs({ "--html": at(name) }, filesNamed(at("old")))).toThrow(
        /--html would overwrite .*old, which is read/,
      );
    protectInputs({ "--html": at("new"), "--junit": undefined }, filesNamed(at("old"), undefined, at("new")));
  });

  test("two reports are two files", () => {
    expect(() => protectInputs({ "--html": at("new"), "--junit": at("./new") }, [])).toThrow(
      "--html and --junit name the same file: give two",
    );
    protectInputs({ "--html": "/dev/null", "--junit": at("new") }, []);
  });
});
