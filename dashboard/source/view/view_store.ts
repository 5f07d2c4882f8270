// The one place that holds what the reader has chosen. It stands in the page's address too, and
// follows it when somebody walks back and forth.
import { createContext } from "preact";
import { useCallback, useContext, useEffect, useState } from "preact/hooks";
import { FIRST_VIEW, hashFromState, stateFromHash, type ViewState } from "../model/view_state";

export interface ViewStore {
  state: ViewState;
  /** `step`: worth a step of the browser's history; else the present one is replaced. */
  change: (part: Partial<ViewState>, step?: boolean) => void;
  linkTo: (part: Partial<ViewState>) => string;
}

export const ViewContext = createContext<ViewStore>({
  state: FIRST_VIEW,
  change: () => undefined,
  linkTo: () => "#",
});

export const useView = () => useContext(ViewContext);

function show(state: ViewState, step: boolean): void {
  // "#" alone, for without any hash the browser would load the page anew.
  const hash = hashFromState(state) || "#";
  if (step) history.pushState(null, "", hash);
  else history.replaceState(null, "", hash);
}

export function useViewStore(): ViewStore {
  const [state, setState] = useState(() => stateFromHash(location.hash));
  useEffect(() => {
    const follow = () => setState(stateFromHash(location.hash));
    addEventListener("hashchange", follow);
    addEventListener("popstate", follow);
    return () => {
      removeEventListener("hashchange", follow);
      removeEventListener("popstate", follow);
    };
  }, []);
  const change = useCallback((part: Partial<ViewState>, step = false) => {
    // From the address, which is never behind.
    const next = { ...stateFromHash(location.hash), ...part };
    show(next, step);
    setState(next);
  }, []);
  const linkTo = useCallback((part: Partial<ViewState>) => hashFromState({ ...state, ...part }) || "#", [state]);
  return { state, change, linkTo };
}
