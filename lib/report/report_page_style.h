// The style sheet of the report page: plain in light and in dark, as the reader's system is set.

#pragma once

namespace graphrun {

inline constexpr const char* kReportPageStyle = R"css(
:root {
  color-scheme: light dark;
  --page: #ffffff; --text: #1b2733; --quiet: #5c6b7a; --rule: #dfe5eb; --panel: #f6f8fa;
  --share: #cfe0f3;
  --c0: #7fb0e6; --c1: #f3a55b; --c2: #86c97a; --c3: #c7a1d6;
  --c4: #ee8a8a; --c5: #74c7bd; --c6: #e3c75f; --c7: #c3a98d;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #11171d; --text: #e4eaf0; --quiet: #94a3b3; --rule: #2b3641; --panel: #18212a;
    --share: #2a4763;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1220px; padding: 28px 32px 48px; background: var(--page);
  color: var(--text); font: 14px/1.45 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
h1 { font-size: 24px; margin: 0 0 2px; }
h2 { font-size: 16px; margin: 34px 0 8px; }
p { margin: 4px 0; color: var(--quiet); }
.figures { display: flex; flex-wrap: wrap; gap: 12px; margin: 18px 0 0; padding: 0; }
.figures div { background: var(--panel); border: 1px solid var(--rule); border-radius: 8px;
  padding: 10px 16px; min-width: 130px; }
.figures b { display: block; font-size: 19px; font-weight: 600; }
.figures span { color: var(--quiet); font-size: 12px; }
.picture { overflow-x: auto; border: 1px solid var(--rule); border-radius: 8px; padding: 12px 10px;
  background: var(--panel); }
svg { display: block; width: 100%; min-width: 900px; height: auto; }
svg text { fill: var(--text); font: 11px system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
svg .grid { stroke: var(--rule); stroke-width: 1; }
svg .base { stroke: var(--quiet); stroke-width: 1; fill: none; }
svg .tick { fill: var(--quiet); text-anchor: middle; font-size: 10.5px; }
svg .row { text-anchor: end; font-size: 12px; }
svg .peak { text-anchor: end; fill: var(--quiet); }
svg .bar { fill: #14181d; pointer-events: none; }
svg rect { rx: 2; }
.d0 { fill: var(--c0); stroke: var(--c0); } .d1 { fill: var(--c1); stroke: var(--c1); }
.d2 { fill: var(--c2); stroke: var(--c2); } .d3 { fill: var(--c3); stroke: var(--c3); }
.d4 { fill: var(--c4); stroke: var(--c4); } .d5 { fill: var(--c5); stroke: var(--c5); }
.d6 { fill: var(--c6); stroke: var(--c6); } .d7 { fill: var(--c7); stroke: var(--c7); }
rect { stroke-width: 0; }
rect:hover { stroke: var(--text); stroke-width: 1; }
rect.copy { fill-opacity: 0.45; stroke-width: 1; stroke-dasharray: 3 2; }
rect.copy + text.bar { fill: var(--text); }
rect.several { fill-opacity: 0.75; }
.area { fill-opacity: 0.3; stroke: none; }
.line { fill: none; stroke-width: 1.5; }
.legend { display: flex; flex-wrap: wrap; gap: 6px 18px; margin: 0 0 8px; color: var(--quiet); }
.legend span { display: inline-flex; align-items: center; gap: 6px; }
.legend svg { width: 16px; min-width: 16px; height: 12px; }
.tables { display: grid; grid-template-columns: repeat(auto-fit, minmax(480px, 1fr)); gap: 0 32px;
  align-items: start; }
.tables section { min-width: 0; overflow-x: auto; }
.tables .wide { grid-column: 1 / -1; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 600; font-size: 12px; color: var(--quiet);
  border-bottom: 1px solid var(--rule); padding: 4px 10px 4px 0; white-space: nowrap; }
td { border-bottom: 1px solid var(--rule); padding: 4px 10px 4px 0; white-space: nowrap; }
th.number, td.number { text-align: right; padding: 4px 0 4px 14px; }
td.name { white-space: normal; overflow-wrap: anywhere; }
td.share { min-width: 120px; background: linear-gradient(var(--share), var(--share)) no-repeat right / var(--part) 70%;
  border-radius: 2px; }
@media (max-width: 620px) { .tables { grid-template-columns: 1fr; } body { padding: 18px 12px; } }
)css";

}  // namespace graphrun
