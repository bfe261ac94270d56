package sightline;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles and loads classes without a file. */
final class InMemoryCompiler {
  private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();

  /** The classes that could be compiled, and for the others what the compiler says. */
  record Compiled(Map<String, Class<?>> classes, Map<String, String> errors) {}

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String className, String text) {
      super(URI.create("string:///" + className + ".java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  private static final class Bytecode extends SimpleJavaFileObject {
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Bytecode(String className) {
      super(URI.create("bytes:///" + className + ".class"), Kind.CLASS);
    }

    @Override
    public OutputStream openOutputStream() {
      return bytes;
    }
  }

  private static final class Loader extends ClassLoader {
    Class<?> define(String name, byte[] bytes) {
      return defineClass(name, bytes, 0, bytes.length);
    }
  }

  /** `sources`: the text of each class by its name. */
  Compiled compile(Map<String, String> sources) {
    Map<String, String> errors = new HashMap<>();
    Map<String, String> left = new HashMap<>(sources);
    Map<String, Bytecode> bytecode = new HashMap<>();
    while (!left.isEmpty()) {
      Map<String, String> wrong = attempt(left, bytecode);
      if (wrong.isEmpty()) break;
      errors.putAll(wrong);
      left.keySet().removeAll(wrong.keySet());
      bytecode.clear();
    }
    Loader loader = new Loader();
    Map<String, Class<?>> classes = new HashMap<>();
    bytecode.forEach((name, code) -> classes.put(name, loader.define(name, code.bytes.toByteArray())));
    return new Compiled(classes, errors);
  }

  private Map<String, String> attempt(Map<String, String> sources, Map<String, Bytecode> bytecode) {
    DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
    StandardJavaFileManager files = compiler.getStandardFileManager(diagnostics, Locale.ROOT, null);
    JavaFileManager inMemory =
        new ForwardingJavaFileManager<>(files) {
          @Override
          public JavaFileObject getJavaFileForOutput(
              Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            return bytecode.computeIfAbsent(className, Bytecode::new);
          }
        };
    List<Source> units = new ArrayList<>();
    sources.forEach((className, text) -> units.add(new Source(className, text)));
    List<String> options =
        List.of("-proc:none", "-nowarn", "-g:lines", "-classpath", System.getProperty("java.class.path"));
    boolean compiled = compiler.getTask(null, inMemory, diagnostics, options, null, units).call();
    Map<String, String> errors = new HashMap<>();
    if (compiled) return errors;
    for (Diagnostic<? extends JavaFileObject> diagnostic : diagnostics.getDiagnostics()) {
      if (diagnostic.getKind() != Diagnostic.Kind.ERROR) continue;
      if (!(diagnostic.getSource() instanceof Source source))
        throw new IllegalStateException(diagnostic.toString());
      String className = source.getName().replaceAll("^/|\\.java$", "");
      String message = diagnostic.getMessage(Locale.ROOT);
      errors.putIfAbsent(className, stepOnLine(source.text, diagnostic.getLineNumber()) + message);
    }
    return errors;
  }

  /** The step that a line of a program makes, as `put(1,0): `, or nothing. */
  static String stepOnLine(String source, long line) {
    String[] lines = source.split("\n", -1);
    if (line < 1 || line > lines.length) return "";
    String text = lines[(int) line - 1];
    int comment = text.lastIndexOf(" // ");
    return comment < 0 ? "" : text.substring(comment + 4) + ": ";
  }
}
