import { useState } from "preact/hooks";

export type Theme = "system" | "light" | "dark";

const THEMES: [Theme, string][] = [
  ["system", "System"],
  ["light", "Light"],
  ["dark", "Dark"],
];
const STORED_AS = "carpool-dashboard-theme";

export function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(STORED_AS);
    return THEMES.some(([theme]) => theme === stored) ? (stored as Theme) : "system";
  } catch {
    return "system"; // a browser may keep nothing for pages from disk
  }
}

export function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function store(theme: Theme): void {
  try {
    localStorage.setItem(STORED_AS, theme);
  } catch {
    // Then it holds until the page is closed.
  }
}

export function ThemeChoice() {
  const [chosen, choose] = useState<Theme>(storedTheme());
  const pick = (theme: Theme) => {
    applyTheme(theme);
    store(theme);
    choose(theme);
  };
  return (
    <fieldset class="segments">
      <legend class="hidden">Colours</legend>
      {THEMES.map(([theme, label]) => (
        <label key={theme}>
          <input type="radio" name="theme" value={theme} checked={theme === chosen} onChange={() => pick(theme)} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
