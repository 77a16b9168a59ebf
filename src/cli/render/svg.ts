/** What charts are made of: pictures that need no styles of a page, on a ground of their own. */

/** Okabe and Ito's colours, which people with any kind of colour vision can distinguish. */
export const ourColour = '#d55e00';
export const palette = ['#0072b2', '#009e73', '#e69f00', '#56b4e9', '#cc79a7', '#f0e442', '#999999', '#222222'];
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  /** What the picture shows, for those who do not see it. */
  readonly description: string;
}

/** A whole document, with its title at the top. */
export function svgDocument({ width, height, title, description }: Picture, elements: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description" font-family="system-ui, sans-serif" font-size="11" fill="#222">`,
    `<title id="title">${escape(title)}</title>`,
    `<desc id="description">${escape(description)}</desc>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    label(16, 24, title, 'font-size="17" font-weight="600"'),
    ...elements,
    '</svg>',
    '',
  ].join('\n');
}

/** A round distance between ticks, and how many of them reach the largest value. */
export function tickStep(largest: number): { readonly size: number; readonly count: number } {
  const rough = largest / 6;
  const power = 10 ** Math.floor(Math.log10(rough));
  const size = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough)!;
  return { size, count: Math.ceil(largest / size) };
}

export function label(x: number, y: number, text: string, attributes = ''): string {
  return `<text x="${round(x)}" y="${round(y)}" ${attributes}>${escape(text)}</text>`;
}

export function round(value: number): string {
  return String(Number(value.toFixed(1)));
}

/** Text as XML may hold it. */
export function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
