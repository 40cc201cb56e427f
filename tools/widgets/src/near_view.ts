// Work that waits until the reader comes near.

/** Calls `load` once, when the element comes near the view. Returns what gives up waiting. */
export function whenNear(element: Element, load: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      load();
    },
    { rootMargin: "400px" },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
