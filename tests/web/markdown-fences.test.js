import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import MarkdownIt from 'markdown-it';
import attentionFences from '../../web/entries/markdown-it.js';
import { attentionSvg } from '../../web/entries/svg.js';

describe('a fence of Markdown', () => {
  const md = new MarkdownIt().use(attentionFences);
  const fence = (/** @type {string} */ text) => `\`\`\`attention\n${text}\n\`\`\`\n`;

  it('becomes an element with a picture inside, and other fences stay', async () => {
    const html = md.render(
      fence('They eat <b>\nsteps: weights\nmask: causal\nreadonly\ncompact: true'),
    );
    const options = { sentence: 'They eat <b>', steps: 'weights', mask: 'causal', width: 640 };
    const [light, dark] = await Promise.all(
      /** @type {const} */ (['light', 'dark']).map((theme) => attentionSvg({ ...options, theme })),
    );
    const start =
      '<attention-lab sentence="They eat &lt;b&gt;" steps="weights" mask="causal" readonly compact style="display:block;margin-block:1rem">';
    assert.ok(
      html.startsWith(`${start}<svg style="max-width:100%;height:auto" `),
      html.slice(0, 200),
    );
    // Without the styles, it is the light picture; with them, the dark one on a dark page.
    const inside = html.slice(start.length, -'</attention-lab>\n'.length);
    assert.equal(inside.replaceAll(/ style="(max-width|fill|stroke)[^"]*"/g, ''), light);
    assert.match(inside, /style="fill:light-dark\(#fdfcf9,#17181b\)"/);
    const paints = [...dark.matchAll(/(?:fill|stroke)="(rgb[^"]*|#[^"]*)"/g)].map(
      ([, paint]) => paint,
    );
    for (const paint of paints) assert.ok(inside.includes(paint), paint);
    const other = '```js\n1 < 2\n```\n';
    assert.equal(md.render(other), new MarkdownIt().render(other));
  });

  it('is a block of its own with a margin, without its script too, with its caption below', () => {
    const map = '```attention-map\na b\nweights: [[1, 0], [0, 1]]\ncaption: Two.\n```\n';
    const lab = fence('a b\nsteps: weights\ncaption: Two.');
    for (const text of [map, lab])
      assert.match(
        md.render(text),
        /^<attention-[^>]* style="display:block;margin-block:1rem"><svg .*<\/svg>\s*<p>Two\.<\/p><\/attention-/s,
      );
    const chapter = { title: 'A', pages: [{ id: 'a', title: 'b', text: 'c' }] };
    assert.match(
      md.render(fence(JSON.stringify(chapter))),
      /^<attention-lab hide="course" style="display:block;margin-block:1rem">/,
    );
  });

  it('shows the marks of a caption as chapters do, also in the element', () => {
    const lab = 'a b\nsteps: weights\ncaption: The **first** *a*, W_{O} & {Q}.';
    const caption = '<p slot="caption">The <b>first</b> <i>a</i>, W<sub>O</sub> &amp; {Q}.</p>';
    assert.match(md.render(fence(lab)), /^<attention-lab sentence="a b" steps="weights" style=/);
    assert.ok(md.render(fence(lab)).includes(`</svg>\n${caption}</attention-lab>`));
    const map = '```attention-map\nsrc: a.npy\ncaption: _Two_ & 2 * 3.\n```\n';
    assert.match(md.render(map), /<p slot="caption"><i>Two<\/i> &amp; 2 \* 3\.<\/p>/);
  });

  it('frames the row that the element frames: none in a locked table alone', () => {
    const countFrames = (/** @type {string} */ text) =>
      md.render(fence(text)).match(/stroke-width="2"/g)?.length ?? 0;
    assert.equal(countFrames('a b\ntable: weights'), 1);
    assert.equal(countFrames('a b\ntable: weights\nlocked'), 0);
    assert.equal(countFrames('a b\ntable: weights\nlocked\nquery: 0'), 1);
    assert.equal(countFrames('a b\nsteps: embeddings\nlocked'), 1);
  });

  it('shows the head and frames the row of its cell, unless it names others', () => {
    const draw = (/** @type {string} */ lines) =>
      /<svg.*<\/svg>/s.exec(
        md.render(fence(`They eat fried noodles\nsteps: weights\n${lines}`)),
      )?.[0];
    assert.equal(draw('cell: weights.1.2.0'), draw('head: 1\nquery: 2'));
    assert.equal(draw('cell: weights.1.2.0\nhead: 0\nquery: 3'), draw('query: 3'));
    assert.equal(draw('cell: v.0.2.0'), draw(''));
    assert.throws(
      () => draw('cell: weights.0.9.9'),
      /expected weights\.0\.0\.0 to weights\.1\.3\.3$/,
    );
  });

  it('has another name, attention-lab', () => {
    const [lab, other] = ['attention', 'attention-lab'].map((name) =>
      md.render(`\`\`\`${name}\na b\nsteps: weights\n\`\`\`\n`),
    );
    assert.match(lab, /^<attention-lab /);
    assert.equal(other, lab);
  });

  it('takes a chapter as JSON, which cannot end the script', () => {
    const chapter = { title: 'A </script> & more', pages: [{ id: 'a', title: 'b', text: 'c' }] };
    const html = md.render(fence(JSON.stringify(chapter)));
    const [, json] = /<script type="application\/json">(.*)<\/script><p>/.exec(html) ?? [];
    assert.deepEqual(JSON.parse(json), chapter);
    assert.equal(html.match(/<\/script/g)?.length, 1);
  });

  it('stops at a chapter whose runs lack what its pages name', () => {
    const task = { kind: 'fill', question: 'Fill in.', table: 'weihgts', right: 'Yes.' };
    const page = { id: 'a', title: 'b', text: 'c' };
    const pages = [page, { ...page, id: 'b', task }];
    assert.throws(
      () => md.render(fence(JSON.stringify({ title: 'A', pages }))),
      /^Error: attention, line 1: pages\[1\]\.task\.table: there is no table weihgts here; did you mean weights\?$/,
    );
  });

  it('takes a state and a bug, and refuses fields that belong into the state', () => {
    const svgOf = (/** @type {string} */ text) =>
      /<svg.*<\/svg>/s.exec(md.render(fence(text)))?.[0];
    const html = md.render(fence('They eat\nsteps: q\nstate: {"keyWidth": 3}'));
    assert.ok(
      html.startsWith('<attention-lab sentence="They eat" steps="q" state="{&quot;keyWidth'),
    );
    // The picture has the same state.
    assert.notEqual(svgOf('They eat\nsteps: q\nstate: {"seed": 8}'), svgOf('They eat\nsteps: q'));
    assert.equal(
      md.render(fence('They eat\nbug: scale-none')),
      '<attention-lab sentence="They eat" bug="scale-none" style="display:block;margin-block:1rem">They eat</attention-lab>\n',
    );
    // As first lines, these are sentences.
    for (const words of ['state: of the art', 'bug: they eat', 'before: they eat'])
      assert.match(md.render(fence(words)), new RegExp(`^<attention-lab sentence="${words}"`));
    for (const [line, message] of /** @type {[string, RegExp][]} */ ([
      [
        'key-width: 3',
        /line 3: .*key-width is no attribute; expected it in state: {"keyWidth": …}$/,
      ],
      ['spread: 8', /expected it in state: {"spread": …}$/],
      ['pin: 1', /expected it in state: {"pin": …}$/],
      ['state: keyWidth', /line 3: .*state is not JSON; expected JSON, such as/],
      ['state: [3]', /state is not JSON/],
      ['state: {"keyWdth": 3}', /keyWdth is unknown; expected keyWidth/],
    ]))
      assert.throws(() => md.render(fence(`They eat\n${line}`)), { message }, line);
    assert.throws(() => md.render(fence('key-width: 3')), { message: /is no attribute/ });
  });

  it('says that a chapter with unquoted names is not JSON', () => {
    assert.throws(() => md.render(fence('{title: "Cats", pages: []}')), {
      message: /^attention, line 2: This is not JSON: /,
    });
  });

  it('attention-map becomes a map with its picture, whose numbers may take several lines', async () => {
    const ofMap = (/** @type {string} */ text) => `\`\`\`attention-map\n${text}\n\`\`\`\n`;
    const html = md.render(
      ofMap(
        'the cat\ncolumn-tokens: le chat\nweights: [[0.9, 0.1],\n  [0.2, 0.8]]\ncaption: A cat',
      ),
    );
    const start =
      '<attention-map row-tokens="the cat" column-tokens="le chat" weights="[[0.9, 0.1], [0.2, 0.8]]" caption="A cat" style="display:block;margin-block:1rem">';
    assert.ok(html.startsWith(`${start}<svg `), html.slice(0, 200));
    for (const number of ['0.900', '0.800']) assert.ok(html.includes(`>${number}<`), number);
    for (const [text, message] of /** @type {const} */ ([
      ['a b\nweights', /^attention-map, line 3: attributes: weights is without a value/],
      [
        'a b\nweights: [[1, 0], [0, 1]]\nveiw: grid',
        /line 4: attributes: veiw is unknown; expected view/,
      ],
      ['a b', /weights is missing/],
      [
        'a b\ncolumn_tokens: le chat',
        /line 3: .*column_tokens is unknown; expected column-tokens$/,
      ],
      ['row_tokens: a b', /line 2: .*row_tokens is unknown; expected row-tokens$/],
      [
        'a b\nweights: [[1, 0], [0, 1]]\ncolumn-tokens: a b c',
        /^attention-map, line 4: attention-map: column-tokens has shape \(3,\); expected \(2,\)/,
      ],
      ['a b\nview: grid\nweights: [[1, 0], [0]]', /^attention-map, line 4: .*ragged/],
      ['weights: [[[1]], [[1, 0]]]\nview: grid', /^attention-map, line 2: /],
      ['a b c\nweights: [[1, 0], [0, 1]]', /^attention-map, line 2: .*row-tokens has shape/],
    ]))
      assert.throws(() => md.render(ofMap(text)), { message });
  });

  it('takes every attribute of the elements, even without effect on the picture', () => {
    const lab = md.render(
      fence('They eat\nheading-level: 2\nload: eager\nloading: eager\nlang: en\nlocked: true'),
    );
    const start =
      '<attention-lab sentence="They eat" heading-level="2" load="eager" loading="eager" lang="en" locked style="display:block;margin-block:1rem"><svg ';
    assert.ok(lab.startsWith(start), lab.slice(0, 200));
    assert.ok(
      md
        .render(fence('They eat\nid: fried'))
        .startsWith(
          '<attention-lab sentence="They eat" id="fried" style="display:block;margin-block:1rem"><svg ',
        ),
    );
    assert.throws(() => md.render(fence('They eat\nid: fried noodles')), {
      message: /line 3: .*id is "fried noodles"/,
    });
    assert.equal(
      md.render(fence('src: chapter.json')),
      '<attention-lab src="chapter.json" style="display:block;margin-block:1rem"><p>This figure needs JavaScript.</p></attention-lab>\n',
    );
    const ofMap = (/** @type {string} */ text) =>
      md.render(`\`\`\`attention-map\n${text}\n\`\`\`\n`);
    const map = ofMap('a b\nweights: [[1, 0], [0, 1]]\nlocked\nloading: lazy');
    assert.match(
      map,
      /^<attention-map row-tokens="a b" weights="[^"]*" locked loading="lazy" style="display:block;margin-block:1rem"><svg /,
    );
    assert.equal(
      ofMap('src: weights.npy\nview: grid'),
      '<attention-map src="weights.npy" view="grid" style="display:block;margin-block:1rem"><noscript>This figure needs JavaScript.</noscript></attention-map>\n',
    );
    assert.match(
      ofMap('src: weights.npy\ncaption: A <cat>'),
      /<\/noscript><p>A &lt;cat&gt;<\/p><\/attention-map>\n$/,
    );
    for (const [text, message] of /** @type {const} */ ([
      ['heading-level: 7', /heading-level is "7"; expected one of 0, 1, 2/],
      ['load: eagr', /load is "eagr"; expected eager/],
      ['loading: slow', /loading is "slow"; expected one of lazy, eager/],
    ])) {
      assert.throws(() => md.render(fence(`a b\n${text}`)), { message });
    }
    assert.throws(() => ofMap('src: weights.npy\nview: gird'), {
      message: /line 3: attributes: view is "gird"; expected grid/,
    });
    assert.throws(() => ofMap('a b\nloading: slow'), { message: /loading is "slow"/ });
  });

  it('has a picture as wide as its column, with its caption', () => {
    const widthOf = (/** @type {string} */ html) => Number(/ width="(\d+)"/.exec(html)?.[1]);
    const steps = 'They eat fried noodles\nsteps: weights';
    assert.ok(widthOf(md.render(fence(steps))) <= 640);
    const wide = new MarkdownIt().use(attentionFences, { width: 1400 });
    assert.ok(widthOf(wide.render(fence(steps))) > 1000);
    const narrow = md.render(fence(`${steps}\nwidth: 400\ncaption: What is <seen>.`));
    assert.ok(widthOf(narrow) <= 400);
    assert.match(
      narrow,
      /^<attention-lab sentence="[^"]*" steps="weights" caption="[^"]*" style="display:block;margin-block:1rem"><svg /,
    );
    assert.match(narrow, /<\/svg>\s*<p>What is &lt;seen&gt;\.<\/p><\/attention-lab>/);
    assert.throws(() => md.render(fence(`${steps}\nwidth: wide`)), {
      message: /line 4: .*width is "wide"/,
    });
    const map = md.render(
      '```attention-map\na b\nweights: [[1, 0], [0, 1]]\ncaption: Two words.\n```\n',
    );
    assert.match(map, /light-dark\(.*<p>Two words\.<\/p><\/attention-map>/s);
    const dark = md.render(fence('They eat\nsteps: weights\ntheme: dark'));
    assert.doesNotMatch(dark, /light-dark/);
  });

  it('refuses words beside its name, which no renderer would read', () => {
    for (const name of ['attention', 'attention-lab', 'attention-map'])
      assert.throws(() => md.render(`\`\`\`${name} steps=weights\nThey eat\n\`\`\`\n`), {
        message: new RegExp(
          `^${name}, line 1: attributes: steps=weights is in the line of ${name}; expected each`,
        ),
      });
  });

  it('gives Vue a string that it does not compile', () => {
    const ofVue = new MarkdownIt().use(attentionFences, { vue: true });
    const text = fence('{{ words }} eat "x"');
    const [, literal] = /^<div\s+v-html="([^"]*)"><\/div>\n$/.exec(ofVue.render(text)) ?? [];
    const unescaped = literal.replace(
      /&(quot|lt|gt|amp);/g,
      (_, name) => ({ quot: '"', lt: '<', gt: '>', amp: '&' })[/** @type {'lt'} */ (name)],
    );
    assert.equal(`${JSON.parse(unescaped)}\n`, md.render(text));
  });

  it('refuses options that are wrong or unknown', () => {
    for (const [options, argument] of /** @type {[any, string][]} */ ([
      [{ veu: true }, 'options.veu'],
      [{ vue: 'no' }, 'options.vue'],
      [{ width: 'wide' }, 'options.width'],
      [new Map([['vue', true]]), 'options'],
      [5, 'options'],
    ]))
      assert.throws(() => new MarkdownIt().use(attentionFences, options), {
        name: 'ArgumentError',
        operation: 'attentionFences',
        argument,
      });
  });

  it('has no picture if there are no numbers yet', () => {
    const html = md.render(fence('the animal was tired\nsource: pronoun'));
    assert.equal(
      html,
      '<attention-lab sentence="the animal was tired" source="pronoun" style="display:block;margin-block:1rem">the animal was tired</attention-lab>\n',
    );
    for (const guide of ['why', 'practice-bugs-2-17', 'practice-test-5-1', 'chapter-of-a-file'])
      assert.doesNotMatch(md.render(fence(`guide: ${guide}`)), /svg/);
  });

  it('without a picture has the sentence, the title of its page, or a text', () => {
    const insideOf = (/** @type {string} */ text) =>
      />(.*)<\/attention-lab>/s.exec(md.render(fence(text)))?.[1];
    for (const [text, inside] of [
      [
        'guide: why-flip\ncaption: Flip it.',
        /^<p>“One word needs another” needs JavaScript\.<\/p><p>Flip it\.<\/p>$/,
      ],
      ['They eat\nguide: why-flip', /^They eat$/],
      ['guide: chapter-of-a-file', /^<p>This figure needs JavaScript\.<\/p>$/],
      ['source: pronoun', /^<p>This figure needs JavaScript\.<\/p>$/],
    ])
      assert.match(`${insideOf(String(text))}`, /** @type {RegExp} */ (inside));
  });

  it('has no picture of tables that the page shows as maps', () => {
    const sentence = 'so '.repeat(129).trim();
    for (const more of ['', '\ntable: weights'])
      assert.doesNotMatch(md.render(fence(`${sentence}${more}`)), /<svg/);
    assert.match(md.render(fence(sentence.slice(3))), /<svg/);
  });

  it('begins with a sentence, also one with a colon, unless an attribute stands before it', () => {
    for (const line of [
      'query: what is attention',
      'note: they eat',
      'key: the cat',
      'mask: no future here',
      'Head: of state',
      'Time is 10:30',
    ])
      assert.ok(
        md
          .render(fence(line))
          .startsWith(`<attention-lab sentence="${line}" style="display:block;margin-block:1rem">`),
        line,
      );
    for (const [line, attribute] of [
      ['mask: causal', 'mask="causal"'],
      ['query: 2', 'query="2"'],
      ['steps: scores weights', 'steps="scores weights"'],
      ['target: le chat', 'target="le chat"'],
      ['dModel: 8', 'd-model="8"'],
      ['sentence: query: what', 'sentence="query: what"'],
    ])
      assert.ok(
        md
          .render(fence(line))
          .startsWith(`<attention-lab ${attribute} style="display:block;margin-block:1rem">`),
        line,
      );
  });

  it('refuses a cell or a key that the tables do not have', () => {
    for (const [line, message] of /** @type {const} */ ([
      [
        'cell: weights.0.5.5',
        /line 3: .*cell is weights\.0\.5\.5; expected weights.0.0.0 to weights.1.1.1$/,
      ],
      ['cell: wieghts.0.0.0', /line 3: .*cell is wieghts\.0\.0\.0; expected weights$/],
      ['cell: weights.0', /line 3: .*expected weights\.0\.0\.0 to weights\.1\.1\.1$/],
      ['key: 5', /line 3: .*key is 5; expected 1, the nearest that fits$/],
      ['state: {"cell": "q.0.0.9"}', /line 3: .*cell is q\.0\.0\.9; expected q.0.0.0 to q.1.1.1$/],
      ['state: {"pin": 2}', /line 3: .*pin is 2; expected 1, the nearest that fits$/],
    ]))
      assert.throws(() => md.render(fence(`They eat\n${line}`)), { message });
    for (const line of ['cell: weights.1.1.1', 'cell: embeddings.0.3', 'key: 1'])
      assert.match(md.render(fence(`They eat\n${line}`)), /<svg/);
  });

  it('names the line that cannot be read', () => {
    for (const [text, message] of /** @type {const} */ ([
      ['They eat\nmask: causal\nstate: {"edits":"score.0.1.1:9"}', /line 6: .*edits is/],
      ['They eat\n\nstate: {"keyWdth": 3}', /line 6: .*keyWdth is unknown; expected keyWidth$/],
      ['{\n "title": "a",,\n}', /line 5: This is not JSON: .* \(column 15\)$/],
      [
        'They eat\nheads: 2\nmask: casual',
        /line 6: attributes: mask is "casual"; expected causal$/,
      ],
      ['They eat\nmaks: causal', /line 5: attributes: maks is unknown; expected mask$/],
      ['They eat\nhide: tolbar', /line 5: attributes: hide is "tolbar"; expected toolbar$/],
      ['maks: causal', /line 4: attributes: maks is unknown; expected mask$/],
      [
        'They eat\nmask',
        /line 5: attributes: mask is without a value; expected “mask: ”, then none causal/,
      ],
      ['mask', /line 4: attributes: mask is without a value/],
      [
        'They eat\nseed: 1\nseed: 2',
        /line 5: attributes: seed is there twice; expected one value$/,
      ],
      ['They eat\nsentence: he eats', /line 5: attributes: sentence is there twice/],
      ['query: two', /line 4: attributes: query is "two"; expected a number$/],
      ['They eat\nreadonl', /line 5: attributes: readonl is unknown; expected readonly$/],
      [
        'They eat\nclass: fig1',
        /line 5: attributes: class is unknown; expected one of \d+ names, such as /,
      ],
      ['They eat\ncompact: no', /line 5: attributes: compact is "no"; expected compact alone/],
      [
        'They eat\nfried noodles',
        /line 5: attributes: fried noodles is unknown; expected an attribute: its value$/,
      ],
      [
        '{ "title": "a", "pages": [{ "id": "b", "title": "c", "text": "d", "task": { "kind": "choice" } }] }',
        /line 3: pages\[0\]\.task.*; pages\[0\]\.task/,
      ],
      ['{ "title": ', /line 3.*JSON/],
      [
        'They eat\nguide: scoring-trun',
        /line 5: attributes: guide is "scoring-trun"; expected scoring-turn$/,
      ],
      ['guide: zzz', /line 4: attributes: guide is "zzz"; expected one of why, mixing, scoring/],
      ['guide: ZZ top', /line 4: attributes: guide is "ZZ top"; expected a page of the course/],
      ['They eat\nbug: scale-nnoe', /line 5: attributes: bug is "scale-nnoe"; expected scale-none/],
      ['They eat\nstate: {"guide": "why-flop"}', /guide is "why-flop"; expected why-flip$/],
    ])) {
      assert.throws(() => md.render(`# A\n\n${fence(text)}`), message, text);
    }
    assert.match(md.render(fence('Note: he said so')), /sentence="Note: he said so"/);
  });
});
