import type { ProductInfo } from "./product/info.ts";

/** The slate has the games of seven days, and the last of them may end on the eighth. */
const days = 9;

/** Moves the clock of the simulated season past every game of its slate, and settles the predictions. */
export async function passSlate({ settings }: ProductInfo): Promise<void> {
  const url = `http://127.0.0.1:${settings.ports.PREDICTION_PORT}/internal/slate/advance`;
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ days }),
  });
  if (!response.ok) throw new Error(`advancing the slate's clock failed with ${response.status}`);
}
