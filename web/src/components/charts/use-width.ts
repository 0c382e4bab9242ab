import { useLayoutEffect, useRef, useState } from "react";

/** The room an element has across, in px; `otherwise` as long as nothing is laid out. */
export const useWidth = (otherwise: number) => {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(otherwise);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth || otherwise);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [otherwise]);
  return { ref, width };
};
