import { useEffect, useState } from "react";

const minuteMs = 60_000;

/** The present moment in milliseconds, for ages counted in minutes: drawn anew each minute. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
