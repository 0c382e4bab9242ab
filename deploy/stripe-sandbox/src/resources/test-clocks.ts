import { advanceTo } from "../billing/subscription/lifecycle.ts";
import { endpoint } from "../http/endpoint.ts";
import { listPage, paging } from "../http/lists.ts";
import { integer, text } from "../http/params.ts";
import { noSuch, stripeError } from "../http/stripe-error.ts";
import { create, emit } from "../state/events.ts";
import { newId } from "../state/ids.ts";
import type { TestClock } from "../state/objects.ts";
import type { World } from "../state/world.ts";

const clocksPath = "/v1/test_helpers/test_clocks";

/** Each test clock reads and advances the single clock of the sandbox, which keeps running. */
export const testClocks = [
  endpoint(
    "post",
    clocksPath,
    { frozen_time: integer(), name: text(300).optional() },
    (world, { params }) => {
      if (params.frozen_time > world.clock.now()) advanceTo(world, params.frozen_time);
      const created = world.clock.now();
      const clock: TestClock = {
        id: newId("clock"),
        object: "test_helpers.test_clock",
        created,
        deletes_after: created + 30 * 86_400,
        frozen_time: created,
        livemode: false,
        name: params.name ?? null,
        status: "ready",
        status_details: {},
      };
      return create(world, "test_helpers.test_clock", clock, "test_helpers.test_clock.created");
    },
  ),
  endpoint("get", `${clocksPath}/:id`, {}, (world, { id }) =>
    atPresent(world, clockById(world, id)),
  ),
  endpoint("get", clocksPath, paging, (world, { params }) => {
    const page = listPage(world, "test_helpers.test_clock", { url: clocksPath, params });
    return { ...page, data: page.data.map((clock) => atPresent(world, clock)) };
  }),
  endpoint(
    "post",
    `${clocksPath}/:id/advance`,
    { frozen_time: integer() },
    (world, { id, params }) => {
      const clock = clockById(world, id);
      if (params.frozen_time < world.clock.now())
        throw stripeError(400, "The frozen time of a test clock can only be moved forward.", {
          param: "frozen_time",
        });
      advanceTo(world, params.frozen_time);
      const ready = atPresent(world, clock);
      emit(world, "test_helpers.test_clock.ready", ready);
      return ready;
    },
  ),
];

function atPresent(world: World, clock: TestClock): TestClock {
  return {
    ...clock,
    frozen_time: world.clock.now(),
  };
}

function clockById(world: World, id: string): TestClock {
  const clock = world.store.find("test_helpers.test_clock", id);
  if (!clock) throw noSuch("billing clock", id);
  return clock;
}
