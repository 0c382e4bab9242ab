import { runDue } from "../billing/lifecycle.ts";
import { byId, endpoint, listPage, paging, retrieve } from "../http/endpoint.ts";
import { integer, text } from "../http/params.ts";
import { invalid } from "../http/stripe-error.ts";
import { change, create, emit } from "../state/world.ts";

const kind = "test_helpers.test_clock";
const path = "/v1/test_helpers/test_clocks";

/**
 * Each test clock has its own time, in which its customers and their objects live. As at Stripe, the answer to an
 * advance is a clock that is still advancing; the next call finds it ready.
 */
export const testClocks = [
  endpoint(
    `POST ${path}`,
    { frozen_time: integer(), name: text(300).optional() },
    (world, { params }) => {
      const deletes_after = world.clock.now() + 30 * 86_400;
      return create(world, kind, { ...params, deletes_after }, `${kind}.created`);
    },
  ),
  retrieve(kind, path),
  endpoint(`GET ${path}`, paging, (world, { params }) => listPage(world, kind, path, params)),
  endpoint(`POST ${path}/:id/advance`, { frozen_time: integer() }, (world, { id, params }) => {
    const clock = byId(world, kind, id);
    const { frozen_time } = params;
    if (frozen_time < clock.frozen_time)
      throw invalid("The frozen time of a test clock can only be moved forward.", "frozen_time");
    const advancing = {
      ...clock,
      status: "advancing",
      status_details: { advancing: { target_frozen_time: frozen_time } },
    };
    emit(world, `${kind}.advancing`, advancing);
    runDue(world, frozen_time, id);
    change(world, kind, clock, { frozen_time }, `${kind}.ready`);
    return advancing;
  }),
];
