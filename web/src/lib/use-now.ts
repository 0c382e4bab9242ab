import { useEffect, useState } from "react";

const minuteMs = 60_000;

/** The current time in milliseconds. Renders again every minute, for ages in minutes. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
