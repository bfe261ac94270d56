// @module-tag slow
import { expect, test } from "vitest";
import { openJavaTarget } from "./java-target.js";
import { startQuickJvms, whyNoJdk } from "@sightline/testing/lab/testing-jdk.js";

const noJdk = await whyNoJdk();
startQuickJvms();

test.skipIf(noJdk !== undefined)("which of several overloads a call means, Java says", async () => {
  const target = await openJavaTarget({ className: "java.util.Vector" });
  try {
    const call = (method: string, ...args: number[]) => ({ method, args });
    expect(
      await target.signatures?.([call("remove", 0), call("add", 1), call("add", 0, 1), call("size")]),
    ).toEqual(["remove(int)", "add(java.lang.Object)", "add(int,java.lang.Object)", "size()"]);
  } finally {
    await target.close();
  }
});
