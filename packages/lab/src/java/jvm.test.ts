import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { harnessClasses } from "./classes.js";
import { findJdk } from "./jdk.js";
import { startJvm } from "./jvm.js";
import { startQuickJvms, whyNoJdk } from "@sightline/testing/lab/testing-jdk.js";

const noJdk = await whyNoJdk();
startQuickJvms();

const subject = { class: "java.util.concurrent.ConcurrentLinkedQueue" };
const peek = { method: "peek", args: [] };
const endless = {
  kind: "stress",
  subject,
  seconds: 600,
  hangSeconds: 60,
  seed: 1,
  programs: [{ threads: [[peek], [peek]] }],
};

describe.skipIf(noJdk !== undefined)("a JVM", () => {
  const start = async (mainClass = "sightline.Main") => {
    const jdk = await findJdk();
    return startJvm(jdk, { classpath: [await harnessClasses(jdk)], mainClass, silenceSeconds: 60 });
  };

  it("ends when its input does, whatever it is doing: it does not outlive who started it", async () => {
    const jdk = await findJdk();
    const child = spawn(jdk.java, ["-classpath", await harnessClasses(jdk), "sightline.Main"], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const exit = once(child, "exit");
    child.stdin.write(`${JSON.stringify(endless)}\n`);
    await once(child.stdout, "data"); // it has begun
    child.stdin.end();
    expect(await exit).toEqual([0, null]);
  });

  it("answers one request after the other, with reports in between", async () => {
    const jvm = await start();
    const reports: unknown[] = [];
    const answer = jvm.ask(endless, (report) => {
      reports.push(report);
      jvm.stop();
    });
    expect(() => void jvm.ask(endless)).toThrow("one request at a time");
    expect(await answer).toEqual({ kind: "result", result: null });
    expect(reports[0]).toEqual({ program: 0, started: true });
    expect(await jvm.ask({ kind: "sing", subject })).toEqual({
      kind: "error",
      message: "java.lang.IllegalArgumentException: no request is called sing",
    });
    await jvm.kill();
  });

  it("is gone when it is killed, and says so", async () => {
    const jvm = await start();
    const answer = jvm.ask(endless);
    await jvm.kill();
    expect(await answer).toEqual({ kind: "crash", message: "the JVM was ended by SIGKILL" });
    expect(jvm.isAlive()).toBe(false);
    expect(await jvm.ask(endless)).toMatchObject({ kind: "crash" });
  });

  it("that cannot start is quoted", async () => {
    const jvm = await start("sightline.NoSuchClass");
    const answer = await jvm.ask(endless);
    expect(answer).toMatchObject({ kind: "crash" });
    expect((answer as { message: string }).message).toMatch(/exit code 1\n(.*\n)*.*sightline\.NoSuchClass/);
  });
});
