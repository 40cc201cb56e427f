// Many buttons in rows, such as the 32 lanes, are one stop of Tab; the arrow keys walk them. The container says how long a
// row is: data-columns="8".

/** Where a key leads from one of `count` cells, or null for a key that leads nowhere. */
export function cellAfterKey(cell: number, key: string, columns: number, count: number): number | null {
  const moves: Record<string, number> = {
    ArrowLeft: cell - 1,
    ArrowRight: cell + 1,
    ArrowUp: cell - columns,
    ArrowDown: cell + columns,
    Home: 0,
    End: count - 1,
  };
  const target = moves[key];
  return target === undefined || target < 0 || target >= count ? null : target;
}

export function listenToArrows(host: HTMLElement): void {
  host.addEventListener("keydown", (event) => {
    const button = event.target as HTMLElement;
    const container = button.closest<HTMLElement>("[data-columns]");
    if (container === null) return;
    const buttons = [...container.querySelectorAll("button")];
    const at = buttons.findIndex((other) => other === button);
    const target = at < 0 ? null : cellAfterKey(at, event.key, Number(container.dataset["columns"]), buttons.length);
    if (target === null) return;
    event.preventDefault();
    buttons.forEach((other, i) => (other.tabIndex = i === target ? 0 : -1));
    buttons[target]?.focus();
  });
}
