import { slateTexts as texts } from "#/texts/slate.ts";

const minuteMs = 60_000;

/** How old the prices are, in minutes or hours. */
export const priceAge = (pricedAt: string, now: number) => {
  const minutes = Math.floor((now - Date.parse(pricedAt)) / minuteMs);
  if (minutes < 1) return texts.pricesNow;
  return texts.pricesOld(minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`);
};
