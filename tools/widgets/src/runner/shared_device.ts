// The device that the runners of a page share: one run at a time, in the order in which the reader asked.
import { openDevice, type Device } from "../emulator/device.ts";

let opened: Promise<Device> | null = null;
let last: Promise<unknown> = Promise.resolve();

async function device(): Promise<Device> {
  const open = await opened?.catch(() => null);
  if (open == null || !open.isOpen) opened = openDevice();
  return opened as Promise<Device>;
}

/** Starts the device before it is needed. */
export function warmUp(): void {
  void device().catch(() => undefined); // Whoever uses it will hear why it does not start.
}

export function withDevice<T>(use: (device: Device) => Promise<T>): Promise<T> {
  const turn = last.then(async () => use(await device()));
  last = turn.catch(() => undefined);
  return turn;
}
