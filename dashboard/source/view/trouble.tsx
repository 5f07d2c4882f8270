import { visibleName } from "../model/text";

/** In place of what cannot be shown. */
export function Trouble({ error, what = "The page" }: { error: unknown; what?: string }) {
  const message = error instanceof Error ? error.message : String(error);
  return (
    <div class="trouble" role="alert">
      <p>
        <strong>{what} cannot be shown:</strong> {visibleName(message)}
      </p>
    </div>
  );
}
