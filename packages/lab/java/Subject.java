package sightline;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The class under test: how to make an object of it, and which of its methods a call means. */
final class Subject {
  /** Given for a whole number that a constructor wants, such as a capacity: room for every short test. */
  private static final int DEFAULT_NUMBER = 20;

  /** A method that the specification does not list fits worse than any that it lists. */
  private static final int UNLISTED = 1_000_000;

  final Class<?> type;
  final Constructor<?> constructor;
  final List<Object> constructorArguments;

  /** What the class gives for the type variables of those above it. */
  private final Map<TypeVariable<?>, Shape> variables;

  private List<Method> methods = null;

  /** The methods that a specification lists, as `remove(java.lang.Object)`; they are preferred. */
  private final List<String> signatures = new ArrayList<>();

  /** What the request says of the class cannot be so; the message tells what to do. */
  static final class Unsuitable extends Exception {
    private static final long serialVersionUID = 1;

    Unsuitable(String message) {
      super(message);
    }
  }

  /** A call as people write it: `put(1,0)`. */
  static String text(String method, List<Object> arguments) {
    String list = Json.write(arguments);
    return method + "(" + list.substring(1, list.length() - 1) + ")";
  }

  /** A method with the arguments to call it with, and their types. */
  record Call(Method method, List<Shape> shapes, List<Object> arguments) {
    Object[] makeArguments() {
      return makeAll(arguments, shapes);
    }

    /**
     * The call's result, frozen. An exception of the method is a result too; what prevents the call is
     * none.
     */
    Object invokeOn(Object object) {
      Object value;
      try {
        value = method.invoke(object, makeArguments());
      } catch (InvocationTargetException exception) {
        return Result.thrown(exception.getCause());
      } catch (Fault fault) {
        return Result.fault(text(method.getName(), arguments) + ": " + fault.getMessage());
      } catch (ReflectiveOperationException | RuntimeException exception) {
        return Result.fault(text(method.getName(), arguments) + " cannot be called: " + exception);
      }
      try {
        return Result.freeze(value, object);
      } catch (Throwable exception) { // what it holds is read as a part of the call
        return Result.thrown(exception);
      }
    }
  }

  private static Object[] makeAll(List<Object> arguments, List<Shape> shapes) {
    Object[] made = new Object[arguments.size()];
    for (int i = 0; i < made.length; i++) made[i] = Maker.make(arguments.get(i), shapes.get(i));
    return made;
  }

  /** The types of the parameters of a method or constructor, as this class declares or inherits it. */
  List<Shape> shapesOf(Executable executable) {
    Class<?>[] plain = executable.getParameterTypes();
    Type[] declared = executable.getGenericParameterTypes();
    List<Shape> shapes = new ArrayList<>();
    for (int i = 0; i < plain.length; i++)
      // Parameters that the compiler has added are not declared.
      shapes.add(declared.length == plain.length ? Shape.of(declared[i], variables) : Shape.of(plain[i]));
    return shapes;
  }

  /** `json`: `class`, and where they are known `constructorTypes`, `constructorArgs` and `methods`. */
  Subject(Map<String, Object> json) throws Unsuitable {
    String name = (String) json.get("class");
    type = load(name);
    if (!Modifier.isPublic(type.getModifiers()))
      throw new Unsuitable(name + " is not public: declare it public, or test a public class that wraps it");
    if (type.isInterface() || Modifier.isAbstract(type.getModifiers()))
      throw new Unsuitable(name + " is abstract: name a class that implements it");
    variables = Shape.of(type).bindings();
    List<Object> given = Requests.list(json, "constructorArgs");
    constructor = chooseConstructor(given, Requests.list(json, "constructorTypes"));
    constructorArguments = given != null ? given : defaultsFor(constructor);
    List<Object> listed = Requests.list(json, "methods");
    if (listed != null) for (Object signature : listed) signatures.add((String) signature);
  }

  private static Class<?> load(String name) throws Unsuitable {
    String binaryName = name;
    while (true) {
      try {
        return Class.forName(binaryName);
      } catch (ClassNotFoundException | NoClassDefFoundError unknown) {
        int dot = binaryName.lastIndexOf('.'); // a nested class is named with a dot in the source
        if (dot < 0) break;
        binaryName = binaryName.substring(0, dot) + '$' + binaryName.substring(dot + 1);
      } catch (ExceptionInInitializerError error) {
        throw new Unsuitable(name + " cannot be initialised: " + error.getCause());
      }
    }
    throw new Unsuitable(
        "there is no class " + name + ": give its full name with the package, and its jar as the class path");
  }

  private Constructor<?> chooseConstructor(List<Object> given, List<Object> types) throws Unsuitable {
    Constructor<?> best = null;
    int bestFit = Integer.MAX_VALUE;
    for (Constructor<?> candidate : type.getConstructors()) {
      Class<?>[] parameters = candidate.getParameterTypes();
      int fit = given == null ? fitOfDefaults(parameters) : fitAll(given, shapesOf(candidate));
      if (fit > 0 && typeNames(parameters).equals(types)) fit = 0;
      if (fit == Argument.UNFIT || fit >= bestFit) continue;
      best = candidate;
      bestFit = fit;
    }
    if (best != null) return best;
    throw new Unsuitable(
        given == null
            ? type.getName() + " has no constructor without arguments: say which arguments to give it"
            : type.getName() + " has no public constructor that takes " + Json.write(given));
  }

  private static int fitOfDefaults(Class<?>[] parameters) {
    for (Class<?> parameter : parameters) if (parameter != int.class) return Argument.UNFIT;
    return parameters.length;
  }

  private static List<Object> defaultsFor(Constructor<?> constructor) {
    List<Object> defaults = new ArrayList<>();
    for (int i = 0; i < constructor.getParameterCount(); i++) defaults.add(DEFAULT_NUMBER);
    return defaults;
  }

  static List<String> typeNames(Class<?>[] types) {
    return Arrays.stream(types).map(Class::getTypeName).toList();
  }

  /** A fresh object. */
  Object create() throws Unsuitable {
    try {
      return constructor.newInstance(makeAll(constructorArguments, shapesOf(constructor)));
    } catch (Fault fault) {
      throw new Unsuitable("no object of " + type.getName() + " can be made: " + fault.getMessage());
    } catch (InvocationTargetException exception) {
      throw new Unsuitable("the constructor of " + type.getName() + " throws " + exception.getCause());
    } catch (ReflectiveOperationException exception) {
      throw new Unsuitable("no object of " + type.getName() + " can be made: " + exception);
    }
  }

  /** The public methods of objects, without the doubles that the compiler adds. */
  List<Method> methods() {
    if (methods == null) methods = findMethods();
    return methods;
  }

  private List<Method> findMethods() {
    List<Method> all = new ArrayList<>();
    for (Method method : type.getMethods()) {
      if (Modifier.isStatic(method.getModifiers())) continue;
      // A method that a public class inherits from one that is not public is public all the same.
      if (!Modifier.isPublic(method.getDeclaringClass().getModifiers())) method.trySetAccessible();
      int same = indexOfSignature(all, method);
      if (same < 0) all.add(method);
      else if (isMoreExact(method, all.get(same))) all.set(same, method);
    }
    all.sort(Comparator.comparing(Method::getName).thenComparing(Subject::signature));
    return all;
  }

  private static int indexOfSignature(List<Method> methods, Method method) {
    for (int i = 0; i < methods.size(); i++)
      if (signature(methods.get(i)).equals(signature(method))) return i;
    return -1;
  }

  private static boolean isMoreExact(Method one, Method other) {
    if (one.isBridge() != other.isBridge()) return other.isBridge();
    return other.getReturnType().isAssignableFrom(one.getReturnType());
  }

  static String signature(Method method) {
    return method.getName() + "(" + String.join(",", typeNames(method.getParameterTypes())) + ")";
  }

  /**
   * The method that a call means: of those that take the arguments, one that the specification lists, and
   * then the one whose types fit best, as Java would choose.
   */
  Call resolve(String name, List<Object> arguments) throws Unsuitable {
    List<Method> named = methods().stream().filter(method -> method.getName().equals(name)).toList();
    Method best = null;
    int bestFit = Integer.MAX_VALUE;
    for (Method method : named) {
      int fit = fitAll(arguments, shapesOf(method));
      if (fit == Argument.UNFIT) continue;
      if (!signatures.contains(signature(method))) fit += UNLISTED;
      if (fit >= bestFit) continue;
      best = method;
      bestFit = fit;
    }
    if (best != null) return new Call(best, shapesOf(best), arguments);
    String call = text(name, arguments);
    if (named.isEmpty()) throw new Unsuitable(type.getName() + " has no public method " + name + ": " + call);
    throw new Unsuitable(
        call + " fits no method of " + type.getName() + ", which has "
            + String.join(", ", named.stream().map(Subject::signature).toList()));
  }

  private static int fitAll(List<Object> arguments, List<Shape> parameters) throws Unsuitable {
    if (arguments.size() != parameters.size()) return Argument.UNFIT;
    int sum = 0;
    for (int i = 0; i < arguments.size(); i++) {
      int fit;
      try {
        fit = Argument.fit(arguments.get(i), parameters.get(i));
      } catch (IllegalArgumentException exception) { // a function that is none
        throw new Unsuitable(exception.getMessage());
      }
      if (fit == Argument.UNFIT) return Argument.UNFIT;
      sum += fit;
    }
    return sum;
  }
}
