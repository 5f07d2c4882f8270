import type { ComponentChildren } from "preact";

export interface SectionProps {
  id: string;
  title: string;
  aside?: ComponentChildren; // beside the title: a choice, a count
  children: ComponentChildren;
}

/** A part of the page: a landmark with a heading that the navigation leads to. */
export function Section({ id, title, aside, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <div class="section-head">
        <h2 id={`${id}-title`} tabIndex={-1}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** Brings a part into sight, with the keyboard's focus on its heading. */
export function goToSection(id: string): void {
  const heading = document.getElementById(`${id}-title`);
  if (!heading) return;
  heading.closest("section")?.scrollIntoView();
  heading.focus({ preventScroll: true });
}

/** What is said in place of figures that the page does not have. */
export function Absent({ children }: { children: ComponentChildren }) {
  return <p class="absent">{children}</p>;
}
