/** In place of Svelte: what its types for tags are added to. */
declare module 'svelte/elements' {
  export interface HTMLAttributes<Element extends EventTarget> {
    id?: string | null;
    onclick?: ((event: MouseEvent & { currentTarget: Element }) => void) | null;
  }
  export interface SvelteHTMLElements {
    div: HTMLAttributes<HTMLDivElement>;
  }
}
