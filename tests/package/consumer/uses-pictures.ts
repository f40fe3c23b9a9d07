import attentionFences from 'attention-lab/markdown-it';
import { attentionSvg, type SvgOptions } from 'attention-lab/svg';

const options: SvgOptions = { sentence: 'They eat', dModel: 8, steps: 'scores', theme: 'dark' };
const svg: string = await attentionSvg(options);
attentionFences({ renderer: { rules: {} } }, { vue: true });

export { svg };
