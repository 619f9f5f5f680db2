"use strict";
(() => {
  const all = JSON.parse(document.getElementById("data").textContent);
  const data = all.figures;
  for (const figure of Object.values(data)) {
    if (figure.values) {
      figure.arms = all.values[figure.values].map((arm) => ({
        name: arm.name, median: arm.median, points: arm.points.map((p) => [...p, ...all.trials[p[0]]]),
      }));
    }
  }
  const SYMBOLS = ["circle", "diamond", "triangle", "rect", "roundRect", "pin"];
  const CROSS = "path://M0,0 L8,8 M8,0 L0,8";
  const VOID = "void";
  const WARM_UP = "warm-up";
  let colours = {};

  function readColours() {
    const style = getComputedStyle(document.documentElement);
    const of = (name) => style.getPropertyValue("--" + name).trim();
    colours = {
      page: of("page"), text: of("text"), quiet: of("quiet"), rule: of("rule"), zone: of("zone"),
      panel: of("panel"), warn: of("warn"),
      tones: { GOOD: of("good"), BAD: of("bad"), SAME: of("same"), OPEN: of("open"), WARN: of("warn"), PLAIN: of("text") },
      arms: [0, 1, 2, 3, 4, 5].map((i) => of("arm-" + i)),
    };
  }

  const escape = (text) =>
    String(text).replace(/[&<>"']/g, (c) => "&#" + c.charCodeAt(0) + ";");

  function number(value) {
    if (value === 0) return "0";
    const size = Math.abs(value);
    const text = size >= 1000 ? String(Math.round(value)) : String(Number(value.toPrecision(4)));
    return text.replace("-", "\u2212");
  }
  const signed = (value) => (value > 0 ? "+" : "") + number(value);
  const unit = (text) => (text ? "\u00a0" + text : "");

  function base() {
    return {
      animation: false,
      textStyle: { color: colours.text, fontFamily: "system-ui, sans-serif" },
      tooltip: {
        backgroundColor: colours.panel, borderColor: colours.rule, confine: true,
        textStyle: { color: colours.text, fontSize: 13 },
      },
    };
  }

  function axis(more) {
    return Object.assign(
      {
        axisLine: { onZero: false, lineStyle: { color: colours.rule } },
        axisTick: { lineStyle: { color: colours.rule } },
        axisLabel: { color: colours.quiet, hideOverlap: true },
        splitLine: { lineStyle: { color: colours.rule, opacity: 0.5 } },
        nameTextStyle: { color: colours.quiet },
      },
      more);
  }

  function range(values, share) {
    const finite = values.filter((v) => v !== null && Number.isFinite(v));
    const low = Math.min(...finite);
    const high = Math.max(...finite);
    const room = high > low ? (high - low) * share : Math.abs(low) * 0.01 || 1;
    return [low - room, high + room];
  }

  /** A step from 1, 2 or 5 so that about the given number of ticks fits. */
  function step(low, high, ticks) {
    const raw = (high - low) / ticks;
    const power = Math.pow(10, Math.floor(Math.log10(raw)));
    const lead = raw / power;
    return (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10) * power;
  }

  function ticks(low, high, width) {
    const size = step(low, high, Math.max(2, Math.min(8, Math.floor(width / 90))));
    return { min: Math.floor(low / size) * size, max: Math.ceil(high / size) * size, interval: size };
  }

  /* ---- effects with intervals ---- */

  function forest(figure, width) {
    const rows = figure.effects;
    const all = [0];
    for (const row of rows) {
      all.push(-row.threshold, row.threshold, ...(row.randomisation || []), ...(row.bootstrap || []));
    }
    const [low, high] = range(all, 0.03);
    const option = base();
    option.grid = { left: 40, right: 40, top: 4, bottom: 34 };
    option.xAxis = axis(Object.assign({ type: "value", axisLabel: { color: colours.quiet, hideOverlap: true, formatter: (v) => signed(v) + unit(figure.unit) } }, ticks(low, high, width)));
    option.yAxis = { type: "value", min: 0, max: rows.length, show: false };
    option.tooltip.formatter = (p) => {
      const row = rows[p.dataIndex];
      return escape(row.label) + "<br><b>" + escape(row.text) + "</b><br>" + escape(row.word);
    };
    option.series = [{
      type: "custom",
      data: rows.map((row, i) => [0, rows.length - 1 - i]),
      renderItem: (params, api) => effect(rows[params.dataIndex], rows.length - 1 - params.dataIndex, params.coordSys, api),
    }];
    return option;
  }

  function effect(row, at, area, api) {
    const x = (v, end) => (v === null ? (end < 0 ? area.x : area.x + area.width) : api.coord([v, at])[0]);
    const top = api.coord([0, at + 1])[1];
    const height = api.coord([0, at])[1] - top;
    const middle = top + height * 0.58;
    const colour = colours.tones[row.tone];
    const children = [];
    const line = (x1, y1, x2, y2, w, c, dash) =>
      children.push({ type: "line", shape: { x1, y1, x2, y2 }, style: { stroke: c, lineWidth: w, lineDash: dash, fill: "none" } });
    const left = x(-row.threshold);
    children.push({
      type: "rect", shape: { x: left, y: top + 22, width: Math.max(1, x(row.threshold) - left), height: height - 26 },
      style: { fill: colours.zone, opacity: 0.2 },
    });
    line(x(0), top + 22, x(0), top + height - 4, 1.5, colours.zone);
    const whisker = (span, y, w, end, filled) => {
      if (!span) return;
      const from = x(span[1], -1);
      const to = x(span[2], 1);
      line(from, y, to, y, w, colour);
      if (span[1] !== null) line(from, y - end, from, y + end, w, colour);
      if (span[2] !== null) line(to, y - end, to, y + end, w, colour);
      children.push({
        type: "circle", shape: { cx: x(span[0]), cy: y, r: filled ? 5.5 : 3.5 },
        style: { fill: filled ? colour : colours.page, stroke: colour, lineWidth: 1.5 },
      });
    };
    whisker(row.randomisation, middle, 3, 6, true);
    whisker(row.bootstrap, middle + 15, 1.2, 3.5, false);
    children.push({
      type: "text",
      style: {
        x: 4, y: top + 4, text: "{n|" + row.label.replace(/[{}|]/g, " ") + "}   {t|" + row.text + "}   {w|" + row.word + "}",
        rich: {
          n: { fill: colours.text, fontWeight: 600, fontSize: 13 },
          t: { fill: colours.text, fontSize: 13 },
          w: { fill: colour, fontWeight: 700, fontSize: 12 },
        },
        width: area.width + 70, overflow: "truncate",
      },
    });
    return { type: "group", children };
  }

  /* ---- the change of each block ---- */

  function pairs(figure, width) {
    const values = figure.points.map((p) => p[1]);
    const bounds = figure.interval || [];
    const [low, high] = range([0, -figure.threshold, figure.threshold, ...values, ...bounds], 0.06);
    const option = base();
    const format = (v) => signed(v) + unit(figure.unit);
    option.grid = { left: 14, right: 16, top: 16, bottom: 42, containLabel: true };
    option.xAxis = axis({ type: "category", data: figure.points.map((p) => String(p[0])), name: "block", nameLocation: "middle", nameGap: 26, splitLine: { show: false } });
    option.yAxis = axis(Object.assign({ type: "value", axisLabel: { color: colours.quiet, formatter: format } }, ticks(low, high, 420)));
    option.tooltip.formatter = (p) => "block " + escape(p.name) + ": <b>" + escape(format(p.value)) + "</b>";
    const areas = [[{ yAxis: -figure.threshold, itemStyle: { color: colours.zone, opacity: 0.18 } }, { yAxis: figure.threshold }]];
    const lines = [{ yAxis: 0, lineStyle: { color: colours.zone, type: "solid", width: 1.5 } }];
    if (figure.interval) {
      const [estimate, from, to] = figure.interval;
      if (from !== null && to !== null) {
        areas.push([{ yAxis: from, itemStyle: { color: colours.arms[0], opacity: 0.16 } }, { yAxis: to }]);
      }
      lines.push({ yAxis: estimate, lineStyle: { color: colours.arms[0], type: "dashed", width: 1.5 } });
    }
    option.series = [{
      type: "scatter", symbolSize: figure.points.length > 300 ? 5 : 9, data: values,
      itemStyle: { color: colours.arms[0], borderColor: colours.page, borderWidth: 1 },
      markArea: { silent: true, data: areas },
      markLine: { silent: true, symbol: "none", label: { show: false }, data: lines },
    }];
    return option;
  }

  /* ---- values in the order of running ---- */

  function describe(arm, point, figure) {
    const value = point[1] === null ? "no value" : number(point[1]) + unit(figure.unit);
    return escape(arm.name) + ": <b>" + escape(value) + "</b><br>attempt " + escape(point[4]) +
      ", block " + escape(point[3]) + ", " + escape(point[2]);
  }

  function look(i, state) {
    const colour = colours.arms[i % colours.arms.length];
    if (state === VOID) {
      return { symbol: CROSS, symbolSize: 10, itemStyle: { color: "none", borderColor: colours.warn, borderWidth: 2.2 } };
    }
    if (state === WARM_UP) {
      return { symbolSize: 7, itemStyle: { color: colours.page, borderColor: colour, borderWidth: 1.3, opacity: 0.85 } };
    }
    return { itemStyle: { color: colour, borderColor: colours.page, borderWidth: 0.8 } };
  }

  function order(figure) {
    const option = base();
    const values = figure.arms.flatMap((arm) => arm.points.map((p) => p[1]));
    const [low, high] = range(values, 0.06);
    const last = Math.max(...figure.arms.flatMap((arm) => arm.points.map((p) => p[0])));
    option.grid = { left: 14, right: 16, top: 16, bottom: 42, containLabel: true };
    option.xAxis = axis({ type: "value", min: 0, max: last + 1, minInterval: 1, axisLabel: { color: colours.quiet, hideOverlap: true, showMaxLabel: false }, name: "order of running", nameLocation: "middle", nameGap: 26, splitLine: { show: false } });
    option.yAxis = axis(Object.assign({ type: "value", axisLabel: { color: colours.quiet, formatter: (v) => number(v) + unit(figure.unit) } }, ticks(low, high, 420)));
    option.tooltip.formatter = (p) => p.data && p.data.point ? describe(figure.arms[p.data.arm], p.data.point, figure) : "";
    option.series = [];
    figure.arms.forEach((arm, i) => {
      const colour = colours.arms[i % colours.arms.length];
      const large = arm.points.length > 400;
      option.series.push({
        type: "line", silent: true, showSymbol: false, lineStyle: { color: colour, width: 1, opacity: 0.45 },
        data: arm.points.filter((p) => p[2] === "counts" && p[1] !== null).map((p) => [p[0], p[1]]),
        markLine: { silent: true, symbol: "none", label: { show: false },
          lineStyle: { color: colours.warn, type: "dotted", width: 1.5 },
          data: arm.points.filter((p) => p[1] === null).map((p) => ({ xAxis: p[0] })) },
      });
      option.series.push({
        type: "scatter", symbol: SYMBOLS[i % SYMBOLS.length], symbolSize: large ? 5 : 9,
        data: arm.points.filter((p) => p[1] !== null)
          .map((p) => Object.assign({ value: [p[0], p[1]], point: p, arm: i }, look(i, p[2]))),
      });
    });
    return option;
  }

  /* ---- every value by size ---- */

  /** Moves points that would cover each other apart, across the axis; the values stay. */
  function swarm(points, low, high, width, rowHeight) {
    const size = points.length > 150 ? 5 : 8;
    const columns = new Map();
    const half = rowHeight * 0.4;
    return points
      .map((point) => ({ point, px: ((point[1] - low) / (high - low)) * width }))
      .sort((a, b) => a.px - b.px)
      .map(({ point, px }) => {
        const column = Math.round(px / size);
        const n = columns.get(column) || 0;
        columns.set(column, n + 1);
        const offset = Math.ceil(n / 2) * (n % 2 ? 1 : -1) * (size * 0.9);
        const kept = Math.abs(offset) > half ? offset % half : offset;
        return { point, offset: kept / rowHeight, size };
      });
  }

  function spread(figure, width, height) {
    const option = base();
    const arms = figure.arms.map((arm) => ({
      name: arm.name, median: arm.median,
      points: figure.type === "operations"
        ? arm.points.map((v) => [0, v, "counts", "", ""])
        : arm.points.filter((p) => p[1] !== null && p[2] !== WARM_UP),
    }));
    const [from, to] = range(arms.flatMap((arm) => arm.points.map((p) => p[1])), 0.04);
    const scale = ticks(from, to, width);
    const plotWidth = Math.max(50, width - 80);
    const rowHeight = (height - 46) / arms.length;
    option.grid = { left: 40, right: 40, top: 4, bottom: 34 };
    option.xAxis = axis(Object.assign({ type: "value", axisLabel: { color: colours.quiet, hideOverlap: true, formatter: (v) => number(v) + unit(figure.unit) } }, scale));
    option.yAxis = { type: "value", min: -0.5, max: arms.length - 0.5, inverse: true, show: false };
    option.tooltip.formatter = (p) => {
      if (!p.data || !p.data.point) return "";
      if (figure.type !== "operations") return describe(arms[p.data.arm], p.data.point, figure);
      return escape(arms[p.data.arm].name) + ": <b>" + escape(number(p.data.point[1]) + unit(figure.unit)) + "</b>";
    };
    option.series = [];
    arms.forEach((arm, i) => {
      const colour = colours.arms[i % colours.arms.length];
      if (arm.median !== undefined) {
        option.series.push({
          type: "line", silent: true, showSymbol: false, lineStyle: { color: colours.text, width: 2.5 },
          data: [[arm.median, i - 0.24], [arm.median, i + 0.44]], z: 1,
        });
      }
      option.series.push({
        type: "scatter", symbol: SYMBOLS[i % SYMBOLS.length],
        data: swarm(arm.points, scale.min, scale.max, plotWidth, rowHeight * 0.8)
          .map((s) => Object.assign({ value: [s.point[1], i + 0.1 + s.offset], point: s.point, arm: i, symbolSize: s.size }, look(i, s.point[2]))),
        z: 2,
      });
    });
    option.graphic = arms.map((arm, i) => ({
      type: "text", left: 4, top: 4 + i * ((height - 38) / arms.length), silent: true,
      style: { text: arm.name + (arm.median === undefined ? "" : ", median " + number(arm.median) + unit(figure.unit)), fill: colours.arms[i % colours.arms.length], fontWeight: 600, fontSize: 13 },
    }));
    return option;
  }

  /* ---- drawing and redrawing ---- */

  function height(figure) {
    switch (figure.type) {
      case "forest": return 40 + 64 * figure.effects.length;
      case "spread":
      case "operations": return 42 + 84 * figure.arms.length;
      default: return 280;
    }
  }

  function shape(i, colour, filled) {
    const fill = filled ? colour : "none";
    const paths = ["M2,7a5,5 0 1,0 10,0a5,5 0 1,0 -10,0", "M7,1L13,7L7,13L1,7Z", "M7,2L13,12L1,12Z", "M2,2H12V12H2Z"];
    return '<svg width="14" height="14" aria-hidden="true"><path d="' + paths[i % paths.length] + '" fill="' + fill + '" stroke="' + colour + '" stroke-width="1.4"/></svg>';
  }

  function legend(figure) {
    const bar = (w) => '<svg width="22" height="12" aria-hidden="true"><path d="M1,6H21" stroke="currentColor" stroke-width="' + w + '"/></svg>';
    const box = (colour, opacity) => '<svg width="16" height="12" aria-hidden="true"><rect width="16" height="12" fill="' + colour + '" opacity="' + opacity + '"/></svg>';
    const cross = '<svg width="12" height="12" aria-hidden="true"><path d="M2,2L10,10M10,2L2,10" stroke="' + colours.warn + '" stroke-width="2"/></svg>';
    const zone = box(colours.zone, 0.35) + "does not matter";
    const parts = [];
    if (figure.type === "forest") {
      parts.push(bar(3) + "randomisation interval", bar(1) + "bootstrap interval of medians", zone);
    } else if (figure.type === "pairs") {
      parts.push(zone);
      if (figure.interval) parts.push(box(colours.arms[0], 0.3) + "randomisation interval");
    } else {
      figure.arms.forEach((arm, i) => parts.push(shape(i, colours.arms[i % 6], true) + escape(arm.name)));
      if (figure.type === "order") {
        if (figure.arms.some((arm) => arm.points.some((p) => p[2] === WARM_UP))) {
          parts.push(shape(0, colours.quiet, false) + "warm-up");
        }
        if (figure.arms.some((arm) => arm.points.some((p) => p[1] === null))) {
          parts.push('<svg width="6" height="12" aria-hidden="true"><path d="M3,0V12" stroke="' + colours.warn + '" stroke-width="2" stroke-dasharray="2 2"/></svg>void, no value');
        }
      }
      if (figure.arms.some((arm) => arm.points.some((p) => p[2] === VOID && p[1] !== null))) parts.push(cross + "void");
    }
    return parts.map((part) => "<span>" + part + "</span>").join(" ");
  }

  function draw(element) {
    const figure = data[element.dataset.chart];
    if (!figure || element.clientWidth === 0) return;
    const tall = height(figure);
    element.style.height = tall + "px";
    const chart = echarts.getInstanceByDom(element) || echarts.init(element, null, { renderer: "svg" });
    chart.resize();
    const width = element.clientWidth;
    const options = { forest, pairs, order, spread, operations: spread };
    chart.setOption(options[figure.type](figure, width, tall), true);
    let line = element.nextElementSibling;
    if (!line || !line.classList.contains("legend")) {
      line = document.createElement("p");
      line.className = "legend";
      element.after(line);
    }
    line.innerHTML = legend(figure);
  }

  function drawAll() {
    readColours();
    document.querySelectorAll(".chart").forEach(draw);
  }

  let waiting = 0;
  addEventListener("resize", () => {
    clearTimeout(waiting);
    waiting = setTimeout(drawAll, 120);
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
  matchMedia("print").addEventListener("change", drawAll);
  document.querySelectorAll("details").forEach((details) =>
    details.addEventListener("toggle", () => details.querySelectorAll(".chart").forEach(draw)));
  drawAll();
})();
