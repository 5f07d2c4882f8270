import { shortened, visibleName } from "../model/text";

const LONGEST = 240; // characters of a name in a list; the inspector shows it whole

/** A name that a test gave itself, isolated from the text around it. */
export function Name({ text, whole = false }: { text: string; whole?: boolean }) {
  const visible = visibleName(text);
  return <bdi class="name" dir="ltr">{whole ? visible : shortened(visible, LONGEST)}</bdi>;
}
