import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../../gateway/src/routes.ts";
import { callers, type Service, startService } from "./service.ts";

const ours = routes.filter(({ service }) => service === "admin");

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

describe.each(ours)("$method $path", ({ method, path, access, proof }) => {
  const body = method === "POST" ? {} : undefined;
  const call = (as: (typeof callers)[keyof typeof callers]) =>
    service.call(method, path.replaceAll(/\{\w+\}/g, "x1"), {
      as,
      body,
    });

  it("accepts admins only, at the gateway and in the service", async () => {
    expect(access).toBe(path === "/api/admin/audit" ? "dashboard" : "admin");
    expect((await call(callers.anonymous)).status).toBe(401);
    const refused = await call(callers.user);
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({
      message: "Access Denied - You do not have permission to access this admin area.",
    });
    expect([401, 403]).not.toContain((await call(callers.admin)).status);
  });

  it("accepts an admin whose name does not begin with admin_ only where the screens do", async () => {
    const { status } = await call(callers.dashboard);
    expect(status === 403).toBe(access === "admin");
  });

  it("refuses an admin without a second factor", async () => {
    const { status, body: refusal } = await call(callers.unenrolled);
    expect([status, refusal]).toMatchObject([403, { code: "enrollment_required" }]);
  });

  it("needs a recent proof of the password where money moves, something is repeated or personal data is shown", async () => {
    const stale = { ...callers.admin, provenAtMs: Date.now() - 11 * 60_000 };
    const answer = await call(stale);
    const isRefused = (answer.body as { code?: string }).code === "proof_required";
    const needsProof = path !== "/api/admin/dead-letters";
    expect([isRefused, proof === true]).toEqual([needsProof, needsProof]);
  });

  it("is a route of the service", async () => {
    const answer = await call(callers.admin);
    expect(answer.body).not.toMatchObject({ code: "route.not-found" });
  });
});
