// What the scripts of the page handle. Papers, links, communities, concepts and repositories are named by their indices
// in the data of the page, which `papertrace/export/page/data.py` writes.

interface PageData {
  title: string;
  node?: [one: string, many: string]; // what `papers` are called, if they are none
  papers: Paper[];
  concepts: string[];
  frequencies: number[]; // the number of papers that hold each concept
  spellings: string[][]; // other names of each concept
  repositories: Repository[];
  bibtex_names: Record<string, string[]>; // the parts of names that are not read as they are printed
  communities: Community[];
  crowd: number; // the number of papers that the map shows at once
  discs: Disc[]; // of communities; none if there are few papers
  nodes: MapNode[];
  edges: Edge[];
  concept_map: { n: number; nodes: ConceptNode[]; edges: [number, number][] };
  timeline: Timeline | null;
  addresses: Record<string, string>; // of works that evidence names
  abstracts?: { each: number; without: number[]; letters?: number }; // after how many letters they are cut
  leaves_abstracts_out?: boolean; // whether the page would be too large with them
  hides_links: boolean; // while the map is dragged
  shapes: Record<string, MarkPart[]>;
  marks: Record<string, string>;
  outcome_marks: Record<string, string>; // the mark of each outcome of an audit
  shades: ShadeData;
  facts?: [key: string, label: string][]; // those of the papers that have a row in their panels
  missing?: { title: string; reason: string; url?: string }[];
  later?: (() => void)[]; // each reads some of what no first view needs, of a large page
}

// What of a large page is drawn first: of each paper its place and community, of each community its colours and disc.
interface Places {
  x: number[];
  y: number[];
  community: number[];
  color: string[];
  dark: string[];
  discs: [x: number, y: number, radius: number][];
  size?: (number | null)[];
  lines?: [from: number[], to: number[]];
}

interface Paper {
  id: string;
  title: string;
  short: string;
  by?: string; // its authors and year, if these are not its short name
  key: string; // as a reference
  mark: string;
  community: number;
  weight: number;
  concepts: number[];
  links: PaperLink[];
  authors?: string[];
  n_authors?: number;
  organisation?: string;
  date?: string;
  year?: number;
  venue?: string;
  doi?: string;
  arxiv?: string;
  publisher?: string;
  type?: string;
  volume?: string;
  issue?: string;
  first_page?: string;
  last_page?: string;
  citations?: number;
  repositories?: string[];
  outcome?: string;
  change?: string;
  is_new?: boolean;
  main?: number; // its place on the main path
  claim?: string;
  sentence?: string;
  names?: [string, number][]; // of systems of other papers in its text
}

interface PaperLink extends Partial<Record<"text" | "outcome" | "reason" | "state" | "new_url", string>> {
  url: string;
  kind: string;
  role: string;
  safe?: boolean;
  repository?: number;
}

interface Edge {
  from: number;
  to: number;
  weight: number; // the sum of those of its reasons
  reasons: Reason[]; // heaviest first
}

interface Reason {
  kind: string;
  weight: number;
  evidence: string[];
  tail?: number; // the paper that names or cites the other
}

interface Community {
  id: string;
  label: string;
  short: string;
  color: string;
  size: number;
  linked: boolean;
  dark?: string; // its colour in the dark theme
  ring?: number; // around its marks, if an earlier one has its colour
}

interface Repository { name: string; host: string; url: string; safe?: boolean; }
interface Point { x: number; y: number; }
interface MapNode extends Point { size: number; }
interface Disc extends Point { radius: number; }
interface ConceptNode extends Point { concept: number; community: number; }
interface Bridge { from: number; to: number; pairs: number; weight: number; }
interface TimeSpan { from: number; to: number; major: string; minor: string; outer?: boolean; }
interface Lane { top: number; bottom: number; communities: number[]; }

interface Timeline {
  pitch: number;
  places: [number, number][];
  columns: TimeSpan[];
  lanes: Lane[];
  undated: { from: number; to: number; name: string } | null;
}

type Paint = "color" | "paper" | "ink";
type MarkPart = [path: string, fill: Paint | null, stroke: Paint | null];
type Themed<T> = { light: T; dark: T };

interface ShadeData {
  color: string;
  size: string;
  classes: Themed<string[]>;
  scales: Themed<string[]>;
  other: Themed<string>;
  code: Record<string, number>;
  audit: Record<string, number>;
  attributes: { name: string; numbers?: (number | null)[]; classes?: string[]; values?: (number | null)[] }[];
}

// What a paper has: a number, or the name or index of a class.
type Fact = string | number;

// What the colours or sizes of marks can say; its value of a paper is undefined where it is not known.
interface ShadeSource {
  label: string;
  number?: boolean;
  value(paper: number): Fact | undefined;
  said?(value: Fact): string;
  places?: Record<string, number>;
  markOf?(value: Fact): string; // the mark of the papers that have it
}

interface Shade extends ShadeSource {
  said(value: Fact): string;
  values: (Fact | undefined)[]; // of each paper
  scale?: Scale;
}

interface Scale {
  low: number;
  high: number;
  log: boolean;
  /** Whether a few values lie below `low`. */
  cut: boolean;
  at: (value: number) => number;
  value: (at: number) => number;
}

type ViewName = "papers" | "concepts" | "timeline" | "table";
type DoorName = "author" | "venue";
type TrayName = "saved" | "read" | "out";
type FacetName = "communities" | "marks" | "types" | "venues" | "changes";

type ChosenIndex = "paper" | "edge" | "concept" | "together" | "repository" | "between" | "about" | "versus";

interface Chosen extends Record<ChosenIndex, number | null>, Record<DoorName, string | null> {
  path: [number, number] | null;
  tray: boolean | null;
  begin: boolean | null;
}

type State = typeof import("./model.js").state;
type Change = Partial<State>;

// A word of the address: its texts now, if any, and what of the state a text says.
type Word = [write: () => string | string[] | false | null, read: (text: string | null, all: string[]) => Change];
interface Chains { shortest: number[] | null; strongest: number[] | null; links: Set<number>; }

interface Clause { field: number | null; words: string[]; isQuoted: boolean; range?: [number, number]; }
interface Expansion { weights: Map<number, number>; isCorrected: boolean; }

interface Search { key: string | null; groups: Clause[][] | null; hits: number[] | null; words: Set<string>; corrected: Map<string, string[]>; }

interface TermHit<T> { start: number; end: number; value: T; }
type FindTerms<T> = (text: string) => TermHit<T>[];

// What an element is made of: absent pieces and empty lists are skipped.
type Piece = Node | string | number | boolean | null | undefined | Piece[];
type Box = [left: number, top: number, right: number, bottom: number];
type Mark = [x: number, y: number, radius: number, paper: number];
type NamedBox = [index: number, left: number, top: number, right: number, bottom: number, led?: boolean];
type NameCall = [text: string, x: number, y: number, font: string, color: string, halo: number, lead?: number[] | null];
type WriteName = (...call: NameCall) => void;
type IsFree = (left: number, top: number, right: number, bottom: number) => boolean;
interface Placing { scale: number; origin: Point; width: number; height: number; }

// What is used of a context of a canvas, and what the one that writes SVG has.
interface Context extends Pick<CanvasRenderingContext2D, "fillStyle" | "strokeStyle" | "lineWidth" | "globalAlpha" | "lineCap" | "lineJoin" | "font"
  | "textAlign" | "textBaseline" | "save" | "restore" | "translate" | "scale" | "beginPath" | "moveTo" | "lineTo" | "rect" | "fillRect" | "fillText"> {
  canvas: { width: number; height: number; clientWidth: number; clientHeight: number };
  setTransform(a: number, b: number, c: number, d: number, e: number, f: number): void;
  setLineDash(dash: number[]): void;
  clip(): void;
  arc(x: number, y: number, radius: number, start: number, end: number): void;
  fill(path?: Path2D): void;
  stroke(path?: Path2D): void;
  strokeText(text: string, x: number, y: number): void;
  measureText(text: string): { width: number };
}

interface MapPath { moveTo(x: number, y: number): void; lineTo(x: number, y: number): void; }
// What pans and zooms.
type Network = import("./plane_view.js").PlaneView;

interface Part { position: Point; scale: number; } // by its middle

interface Window { papertrace: object; papertraceData?: PageData; }

// The parts of page.html by id.
type Elements = "abstracts" | "packed" | "places" | "program" | "card" | "crumbs" | "data" | "details" | "empty"
  | "table" | "width-list" | "width-panel" | "found" | "key" | "legend" | "map" | "subjects" | "tabs" | "told" | "views";
type ButtonElements = "closer" | "lasso" | "fold-list" | "fold-panel" | "export-copy" | "export-save" | "farther"
  | "unfilter" | "help" | "more" | "save" | "save-png" | "save-svg" | "take" | "theme" | "tray" | "whole";
type DialogElements = "export" | "guide" | "picture";
type SelectElements = "export-format" | "export-set" | "sort";

interface PageParts extends Record<Elements, HTMLElement>, Record<ButtonElements, HTMLButtonElement>, Record<DialogElements, HTMLDialogElement>, Record<SelectElements, HTMLSelectElement> {
  "export-text": HTMLTextAreaElement;
  printed: HTMLParagraphElement;
  query: HTMLInputElement;
  results: HTMLOListElement;
}

interface Document { getElementById<K extends keyof PageParts>(id: K): PageParts[K]; }

interface ParentNode {
  querySelector(part: "main" | ".chart" | ".zoom" | "#views :checked" | `[data-side="${string}"]`): HTMLElement;
  querySelector(part: "[data-close]" | "button"): HTMLButtonElement;
  querySelectorAll(parts: "#tabs input" | "#views input"): NodeListOf<HTMLInputElement>;
  querySelectorAll(parts: ".skip button" | "button"): NodeListOf<HTMLButtonElement>;
}

type Side = "" | "out" | "into";

// What the lines of a path of links have in common.
interface Stroke { kind: string; bright: boolean; side: Side; }

// An arrowhead of a link, at the paper that is named or cited.
interface Arrow extends Stroke { tail: number; head: number; }

// A section of the card of a community.
interface CardSection { note?: Piece; parts: Piece; }

interface DiscCircle { at: number[]; radius: number; c: number; }

interface DiscPlacing extends Omit<Placing, "origin"> {
  write: WriteName;
  free: IsFree;
  covered: (left: number, top: number, right: number, bottom: number) => boolean;
  take: (box: number[]) => void;
  onMap: (point: Point) => number[];
}

// Where the parts of a picture are, in pixels.
interface Layout { titled: string[]; top: number; width: number; height: number; legend: [x: number, y: number]; whole: [width: number, height: number]; }

// The tables of the scripts have the keys that they are declared with, and no others.
interface ObjectConstructor {
  keys<T extends object>(table: T): (keyof T & string)[];
  entries<K extends string, V>(table: Record<K, V>): [K, V][];
}

// A row of the legend in a picture.
interface LegendRow extends Partial<Record<"heading" | "text" | "mark" | "color" | "line", string>> { ring?: number; scale?: string[]; }

// A key that is looked up is there, unless the code asks whether it is: as TypeScript takes indices of lists.
interface Map<K, V> { get(key: K | null | undefined): V; }

interface Array<T> {
  at(index: number): T;
  filter(predicate: BooleanConstructor): NonNullable<T>[];
  includes(item: unknown): boolean;
}
