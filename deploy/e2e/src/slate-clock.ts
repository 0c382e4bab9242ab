import type { ProductInfo } from "./product/info.ts";

/** Moves the clock of the simulated season, and settles the predictions whose games are over by then. */
export async function advanceSlate({ settings }: ProductInfo, days: number): Promise<void> {
  const url = `http://127.0.0.1:${settings.ports.PREDICTION_PORT}/internal/slate/advance`;
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ days }),
  });
  if (!response.ok) throw new Error(`advancing the slate's clock failed with ${response.status}`);
}
