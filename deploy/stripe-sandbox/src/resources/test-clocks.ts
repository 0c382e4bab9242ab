import { advanceTo } from "../billing/lifecycle.ts";
import { byId, endpoint, listPage, paging } from "../http/endpoint.ts";
import { integer, text } from "../http/params.ts";
import { invalid } from "../http/stripe-error.ts";
import type { TestClock } from "../objects/types.ts";
import { create, emit, type World } from "../state/world.ts";

const kind = "test_helpers.test_clock";
const path = "/v1/test_helpers/test_clocks";

/**
 * Each test clock reads and advances the single clock of the sandbox, which keeps running. As at Stripe, the answer to
 * an advance is a clock that is still advancing; the next call finds it ready.
 */
export const testClocks = [
  endpoint(
    `POST ${path}`,
    { frozen_time: integer(), name: text(300).optional() },
    (world, { params: { frozen_time: wanted, name } }) => {
      if (wanted > world.clock.now()) advanceTo(world, wanted);
      const deletes_after = world.clock.now() + 30 * 86_400;
      return create(world, kind, { name, deletes_after }, `${kind}.created`);
    },
  ),
  endpoint(`GET ${path}/:id`, {}, (world, { id }) => atPresent(world, byId(world, kind, id))),
  endpoint(`GET ${path}`, paging, (world, { params }) => {
    const page = listPage(world, kind, path, params);
    return { ...page, data: page.data.map((clock) => atPresent(world, clock)) };
  }),
  endpoint(`POST ${path}/:id/advance`, { frozen_time: integer() }, (world, { id, params }) => {
    const clock = byId(world, kind, id);
    if (params.frozen_time < world.clock.now())
      throw invalid("The frozen time of a test clock can only be moved forward.", "frozen_time");
    const advancing = {
      ...atPresent(world, clock),
      status: "advancing",
      status_details: { advancing: { target_frozen_time: params.frozen_time } },
    };
    emit(world, `${kind}.advancing`, advancing);
    advanceTo(world, params.frozen_time);
    const ready = atPresent(world, clock);
    emit(world, `${kind}.ready`, ready);
    return advancing;
  }),
];

function atPresent(world: World, clock: TestClock): TestClock {
  return { ...clock, frozen_time: world.clock.now() };
}
