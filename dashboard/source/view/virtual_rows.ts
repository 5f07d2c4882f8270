// Which rows of a long list exist: those in sight and a few around them. All rows have one height.
import { useEffect, useState } from "preact/hooks";
import type { RefObject } from "preact";

const AROUND = 8;

export interface Window {
  first: number;
  end: number; // exclusive
}

export function visibleWindow(scrollTop: number, height: number, rowHeight: number, rows: number): Window {
  const first = Math.max(0, Math.min(rows, Math.floor(scrollTop / rowHeight)) - AROUND);
  const end = Math.min(rows, Math.ceil((scrollTop + height) / rowHeight) + AROUND);
  return { first: Math.min(first, Math.max(0, end)), end };
}

/** Follows the scrolling of `viewport`. */
export function useVisibleRows(viewport: RefObject<HTMLElement | null>, rowHeight: number, rows: number): Window {
  const [place, setPlace] = useState({ top: 0, height: 600 });
  useEffect(() => {
    const element = viewport.current;
    if (!element) return;
    let asked = 0;
    const look = () => {
      asked = 0;
      setPlace({ top: element.scrollTop, height: element.clientHeight });
    };
    const ask = () => {
      asked ||= requestAnimationFrame(look);
    };
    look();
    element.addEventListener("scroll", ask, { passive: true });
    const observer = new ResizeObserver(ask);
    observer.observe(element);
    return () => {
      cancelAnimationFrame(asked);
      element.removeEventListener("scroll", ask);
      observer.disconnect();
    };
  }, [viewport]);
  return visibleWindow(place.top, place.height, rowHeight, rows);
}
