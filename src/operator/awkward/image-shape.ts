type Options = Readonly<Record<string, string>>;

type Extents = readonly [batch: number, inChannels: number, height: number, width: number, outChannels: number];

/** A shape of a convolution, as options: its extents, and what is not plain. No default of the operator slips in. */
export function imageShape(extents: Extents, rest: Options): Options {
  return pairShape(extents, { groups: '1', ...rest });
}

/** The same of two operators in a row, whose convolution has no choice of groups. */
export function pairShape([batch, inChannels, height, width, outChannels]: Extents, rest: Options): Options {
  return {
    ...{ batch: `${batch}`, inChannels: `${inChannels}`, height: `${height}`, width: `${width}` },
    ...{ outChannels: `${outChannels}`, stride: '1', dilation: '1' },
    ...rest,
  };
}
