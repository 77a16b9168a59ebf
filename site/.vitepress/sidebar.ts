interface SidebarItem {
  readonly text: string;
  readonly link: string;
}

interface SidebarSection {
  readonly text: string;
  readonly collapsed: boolean;
  readonly items: readonly SidebarItem[];
}

/**
 * The sidebar, from docs/index.md, which lists all pages: a paragraph that begins with a word in bold is a section, its
 * links are the items. It is not written by hand, as VitePress checks links of pages alone for dead ones.
 */
export function sidebarOf(index: string): readonly SidebarSection[] {
  return Array.from(index.matchAll(/^\*\*(\w+)\*\*(?:.+\n?)+/gm), ([paragraph, text]) => ({
    text: text!,
    collapsed: false,
    items: itemsOf(paragraph),
  }));
}

function itemsOf(paragraph: string): readonly SidebarItem[] {
  return Array.from(paragraph.matchAll(/\[([^\]]+)\]\(([^)]+)\.md\)/g), ([, title, path]) => ({
    text: capitalized(title!.replace(/\s+/g, ' ')),
    link: `/docs/${path!}`,
  }));
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
