import { createContext, type ComponentChildren } from "preact";
import { useContext } from "preact/hooks";

/** How deep the headings inside of evidence lie: below a part of the page, or below a method's name. */
export const MinorLevel = createContext<3 | 4>(4);

export function MinorHeading({ children }: { children: ComponentChildren }) {
  const Level = useContext(MinorLevel) === 3 ? "h3" : "h4";
  return <Level class="minor">{children}</Level>;
}
